import { randomBytes } from 'node:crypto'
import { DisplayId, type DisplayKey, NO_PICTURE, type Notice, OrganisationId, SHAPES } from '@placard/contract'
import { createDisplay, type Sender, serverSender } from '../../content/displays/service.ts'
import { createItem } from '../../content/items/service.ts'
import { setLayout } from '../../content/layouts/service.ts'
import { createLine } from '../../content/lines/service.ts'
import type { Accounts } from '../../people/accounts/service.ts'
import { ConfigError } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { createOrganisation, hasOrganisations } from '../../platform/organisations/service.ts'
import { SAMPLES, type Sample, storeSample } from './samples.ts'

export { createDemo, removeDemo } from './demo.ts'

/** The specification's sample: the department of electronics and communication engineering of one college. */
export const SAMPLE_DISPLAY: DisplayKey = {
  organisationId: OrganisationId.parse('vnr'),
  displayId: DisplayId.parse('ece'),
}

const INVITING_LINE = 'Sign in to the dashboard to change these lines: they move on every screen the moment you save'

export type Seeded = {
  email: string
  /** Set when it was generated. It cannot be read again. */
  generatedPassword: string | undefined
}

/**
 * Adds a sample display and an administrator to an installation that nobody has used yet.
 *
 * @returns undefined when an organisation existed already
 */
export function seedSample(context: Context, accounts: Accounts): Promise<Seeded | undefined> {
  // Nodes that start together must not each generate a password for the same account.
  return context.database.alone(() => seedUnlessUsed(context, accounts))
}

async function seedUnlessUsed(context: Context, accounts: Accounts): Promise<Seeded | undefined> {
  const { seed } = context.config
  if (seed.kind === 'none' || (await hasOrganisations(context))) return undefined

  const generatedPassword = seed.adminPassword === undefined ? randomBytes(15).toString('base64url') : undefined
  const email = seed.adminEmail
  // First and separately: the account may exist from a start that was interrupted, and the rest is one transaction.
  await accounts
    .replaceUser({ email, name: 'Administrator', password: seed.adminPassword ?? generatedPassword ?? '' })
    .catch((error) => {
      const weak = error instanceof AppError && error.code === 'weak-password'
      throw weak ? new ConfigError(`SEED_ADMIN_PASSWORD is not valid; expected one that is hard to guess.`) : error
    })
  await accounts.setOperator(email, true)

  await inTransaction(context, async (inside) => {
    const { organisationId } = SAMPLE_DISPLAY
    await createOrganisation(inside, organisationId, 'VNR')
    await createDisplay(inside, SAMPLE_DISPLAY, 'Department of ECE')
    await accounts.putProfile(inside, {
      email,
      id: SAMPLE_DISPLAY.displayId,
      org: organisationId,
      msg: '',
      subType: 'standard',
      role: 'owner',
    })
    const sender = serverSender('seed', organisationId, email)
    await fill(inside, sender, SAMPLE_DISPLAY, { welcome: 'Welcome to the Department of ECE', samples: SAMPLES })
  })
  return { email, generatedPassword }
}

/**
 * Adds sample content to any display, after its own: pictures, a film and two lines.
 *
 * @param place name of the place, for the line that welcomes people
 */
export function fillWithSample(context: Context, sender: Sender, key: DisplayKey, place: string): Promise<void> {
  const samples = SAMPLES.filter(({ namesPlace }) => !namesPlace)
  return fill(context, sender, key, { welcome: `Welcome to ${place}`, samples })
}

const MENU: Notice = {
  look: 'paper',
  heading: 'Today',
  body: '- **Soup** Lentils and lemon\n- **Main** Rice with vegetables\n- **Sweet** Baked apple',
  byline: '',
}

/** Gives a display a side bar with a menu: a layout whose zone plays a playlist of one notice. */
export async function addMenu(context: Context, sender: Sender, key: DisplayKey): Promise<void> {
  const layout = {
    arrangement: 'side-bar' as const,
    dividers: [...SHAPES['side-bar'].dividers],
    side: 'end' as const,
    pinned: false,
    zones: [{ name: 'Menu', stays: false }],
  }
  const set = await setLayout(context, sender, key, { layout }, 'any')
  const playlistId = set.layout?.zones[0]?.playlistId
  if (!playlistId) throw new Error('a layout was set without the playlist of its zone')
  const shown = { title: MENU.heading, type: 'notice' as const, url: NO_PICTURE, notice: MENU, duration: 20 }
  await createItem(context, sender, { organisationId: key.organisationId, playlistId }, { ...shown, visible: true })
}

async function fill(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  { welcome, samples }: { welcome: string; samples: readonly Sample[] },
): Promise<void> {
  for (const sample of samples) {
    const { url } = await storeSample(context, key.organisationId, sample)
    await createItem(context, sender, key, { ...sample.item, url, visible: true })
  }
  for (const text of [welcome, INVITING_LINE]) await createLine(context, sender, key, { text })
}
