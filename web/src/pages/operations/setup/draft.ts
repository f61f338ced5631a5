import type { FinishSetup } from '@placard/contract'
import { idOf, type NamedDraft } from '../../../platform/ui/name-and-id.tsx'

const KEY = 'placard-setup'

/** The ids for names without a letter that an id can contain. */
const PLAIN_IDS = { organisation: 'main', display: 'display-1' }

/** The values of all steps, named as in `FinishSetup`. An undefined id follows its name. */
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
  menu: boolean
}

/** Without a draft: this tab has used the link. The password is never stored. */
type Kept = { token: string; draft?: Omit<SetupDraft, 'password'> }

/** @returns the values typed before a reload of this tab, else an empty draft */
export function firstDraft(): SetupDraft {
  return { ...emptyDraft(), ...readKept()?.draft }
}

export function keepDraft(token: string, { password: _, ...draft }: SetupDraft): void {
  keep({ token, draft })
}

/** The token of the link that this tab was opened with. It is no longer in the address bar. */
export function keptToken(): string | undefined {
  return readKept()?.token
}

/** Deletes the draft after the link was used: the server has the values now. */
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
    menu: false,
  }
}

function readKept(): Kept | undefined {
  try {
    const text = sessionStorage.getItem(KEY)
    // Only this page, in this tab, writes it.
    return text === null ? undefined : (JSON.parse(text) as Kept)
  } catch {
    return undefined
  }
}

function keep(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage the draft lasts until the page is closed.
  }
}
