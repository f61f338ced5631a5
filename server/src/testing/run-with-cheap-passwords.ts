// Loaded into the server of a journey before the server itself (node --import): no variable of the environment can do this.
import { PASSWORD_COST } from '../platform/config.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'

Object.assign(PASSWORD_COST, CHEAP_PASSWORDS)
