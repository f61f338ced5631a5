import type { FinishSetup } from '@placard/contract'
import { useEffect, useState } from 'react'
import { idOf, type NamedDraft, NOTHING_TYPED } from '../../ui/name-and-id.tsx'

const KEY = 'placard-setup'

/** What stands in for the id of a name that no letter of an address can be made of. */
const PLAIN_IDS = { organisation: 'main', display: 'display-1' }

/** All that is typed on the way, but for the password, which is written down nowhere. */
export type SetupDraft = {
  name: string
  email: string
  organisation: NamedDraft
  display: NamedDraft
  timeZone: string
  sample: boolean
}

/** Without a draft: its link has been used, by this tab. */
type Kept = { token: string; draft?: SetupDraft }

/** @returns the draft, which outlives a reload of this tab, with a way to change a part of it */
export function useSetupDraft(token: string): [SetupDraft, (change: Partial<SetupDraft>) => void] {
  const [draft, setDraft] = useState<SetupDraft>(() => readKept()?.draft ?? emptyDraft())
  useEffect(() => keep({ token, draft }), [token, draft])
  return [draft, (change) => setDraft((before) => ({ ...before, ...change }))]
}

/** The token of the link that this tab was opened with, and that has left the address bar. */
export function keptToken(): string | undefined {
  return readKept()?.token
}

/** The link is used, and what was typed is the server's to keep. */
export function forgetDraft(token: string): void {
  keep({ token })
}

export function toFinish(token: string, draft: SetupDraft, password: string): Record<keyof FinishSetup, unknown> {
  const { name, email, organisation, display, timeZone, sample } = draft
  return {
    token,
    name,
    email,
    password,
    organisationId: organisationIdOf(draft),
    organisationName: organisation.name,
    displayId: displayIdOf(draft),
    displayName: display.name,
    timeZone,
    sample,
  }
}

export const organisationIdOf = ({ organisation }: SetupDraft) => idOrPlain(organisation, PLAIN_IDS.organisation)
export const displayIdOf = ({ display }: SetupDraft) => idOrPlain(display, PLAIN_IDS.display)

function idOrPlain(draft: NamedDraft, plain: string): string {
  return idOf(draft) || (draft.id === undefined ? plain : '')
}

function emptyDraft(): SetupDraft {
  return {
    name: '',
    email: '',
    organisation: NOTHING_TYPED,
    display: NOTHING_TYPED,
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
