// Loaded into the server of an end-to-end test before the server itself (node --import), because no environment variable can set this.
import { PASSWORD_COST } from '../platform/config.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'

Object.assign(PASSWORD_COST, CHEAP_PASSWORDS)
