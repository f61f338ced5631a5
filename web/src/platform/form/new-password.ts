import { TypedPassword } from '@placard/contract'
import { missingCharacters } from '../ui/new-password.tsx'

/** The same length rule that the field shows. Only the server checks if the password is easy to guess. */
export const NewPassword = TypedPassword.refine((password) => missingCharacters(password) === 0, 'weak-password')
