import { type DisplayId, type DisplayKey, Email, type Role, type TableId } from '@placard/contract'
import { createDisplay } from '../content/displays/service.ts'
import { SAMPLE_DISPLAY } from '../operations/seed/service.ts'
import { createOrganisation } from '../platform/organisations/service.ts'
import type { Client, TestServer } from './server.ts'

export const PASSWORD = 'a pass phrase for somebody'

export type Person = { email: Email; client: Client }

/** Creates another organisation with one display. */
export async function makePlace({ app }: TestServer, key: DisplayKey): Promise<void> {
  await createOrganisation(app.context, key.organisationId, 'Elsewhere')
  await createDisplay(app.context, key, 'Hall')
}

/** Creates an account with these rights and signs it in. */
export async function enterAs(
  server: TestServer,
  name: string,
  what: { role?: Role; displays?: DisplayId[] | null; tables?: TableId[]; home?: DisplayKey; operator?: boolean },
): Promise<Person> {
  const { accounts, context } = server.app
  const email = await signUpAs(server, name)
  const { organisationId, displayId } = what.home ?? SAMPLE_DISPLAY
  if (what.role) {
    const profile = { org: organisationId, id: displayId, msg: '', subType: '' }
    await accounts.putProfile(context, { email, ...profile, role: what.role, displays: what.displays ?? null })
  }
  if (what.tables) {
    const limits = { displays: '[]', tables: JSON.stringify(what.tables) }
    await context.database.queries.updateTable('profile').set(limits).where('email', '=', email).execute()
  }
  if (what.operator) await accounts.setOperator(email, true)
  return { email, client: await server.signIn({ email, password: PASSWORD }) }
}

/** Creates an account that belongs to no organisation, and so cannot sign in. */
export async function signUpAs(server: TestServer, name: string): Promise<Email> {
  const email = Email.parse(`${name}@people.example`)
  await server.app.accounts.createUser({ email, name, password: PASSWORD })
  return email
}
