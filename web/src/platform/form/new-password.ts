import { TypedPassword } from '@placard/contract'
import { missingCharacters } from '../ui/new-password.tsx'

/** As the field of it says beforehand. Whether it is easy to guess, only the server knows. */
export const NewPassword = TypedPassword.refine((password) => missingCharacters(password) === 0, 'weak-password')
