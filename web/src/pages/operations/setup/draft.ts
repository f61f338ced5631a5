import type { FinishSetup } from '@placard/contract'
import { idOf, type NamedDraft } from '../../../platform/ui/name-and-id.tsx'

const KEY = 'placard-setup'

/** The id for a name that no letter of an address can be made of. */
const PLAIN_IDS = { organisation: 'main', display: 'display-1' }

/** All that is typed on the way, named as `FinishSetup` has it; an id undefined follows its name. */
export type SetupDraft = {
  name: string
  email: string
  password: string
  organisationName: string
  organisationId: string | undefined
  displayName: string
  displayId: string | undefined
  timeZone: string
  sample: boolean
}

/** Without a draft: its link has been used, by this tab. The password is written down nowhere. */
type Kept = { token: string; draft?: Omit<SetupDraft, 'password'> }

/** @returns what was typed before a reload of this tab, else nothing */
export function firstDraft(): SetupDraft {
  return { ...emptyDraft(), ...readKept()?.draft }
}

export function keepDraft(token: string, { password: _, ...draft }: SetupDraft): void {
  keep({ token, draft })
}

/** The token of the link that this tab was opened with, and that has left the address bar. */
export function keptToken(): string | undefined {
  return readKept()?.token
}

/** The link is used, and what was typed is the server's to keep. */
export function forgetDraft(token: string): void {
  keep({ token })
}

export function toFinish(token: string, draft: SetupDraft): Record<keyof FinishSetup, unknown> {
  return { ...draft, token, organisationId: organisationIdOf(draft), displayId: displayIdOf(draft) }
}

export const organisationIdOf = ({ organisationName: name, organisationId: id }: SetupDraft) =>
  idOrPlain({ name, id }, PLAIN_IDS.organisation)
export const displayIdOf = ({ displayName: name, displayId: id }: SetupDraft) =>
  idOrPlain({ name, id }, PLAIN_IDS.display)

function idOrPlain(draft: NamedDraft, plain: string): string {
  return idOf(draft) || (draft.id === undefined ? plain : '')
}

function emptyDraft(): SetupDraft {
  return {
    name: '',
    email: '',
    password: '',
    organisationName: '',
    organisationId: undefined,
    displayName: '',
    displayId: undefined,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    sample: true,
  }
}

function readKept(): Kept | undefined {
  try {
    const text = sessionStorage.getItem(KEY)
    // Written by nobody but this page, in this tab.
    return text === null ? undefined : (JSON.parse(text) as Kept)
  } catch {
    return undefined
  }
}

function keep(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}
