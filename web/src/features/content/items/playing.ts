import { MAX_URL_CHARACTERS, playingFormOf, readItemUrl, type SharedProblem } from '@placard/contract'
import type { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import type { ItemDraft } from './item-draft.ts'

/** The reason an address cannot be used, by the codes of the contract. */
export type AddressProblem = SharedProblem | 'too-long' | 'url-not-playable'

export function addressProblemInWords(problem: AddressProblem, t: ReturnType<typeof useI18n>['t']): string {
  switch (problem) {
    case 'too-long':
      return t('field.url-too-long', { count: MAX_URL_CHARACTERS })
    case 'url-not-playable':
      return t('field.url-invalid')
    default:
      return t(`error.${problem}`)
  }
}

/** `why`: the problem in words. `becomes`: a sentence saying that it plays as another kind. */
export type Playing = { type: ItemDraft['type']; url: string; problem?: AddressProblem; why?: string; becomes?: string }

/**
 * [HS29] The form in which a typed address plays, before it is saved: its kind may differ from the chosen one. The server judges and
 * converts it in the same way.
 *
 * @param url complete, as it would be saved
 */
export function playingOf({ type }: Pick<ItemDraft, 'type'>, url: string, t: ReturnType<typeof useI18n>['t']): Playing {
  const form = playingFormOf({ type, url }, location.origin)
  const problem = problemOf(form, url)
  if (problem !== undefined) {
    const which = problem === 'url-not-playable' && type === 'youtube' ? ` ${t('field.not-youtube')}` : ''
    return { type, url, problem, why: addressProblemInWords(problem, t) + which }
  }
  if ('problem' in form || form.type === type) return { type, url, ...form }
  return { ...form, becomes: t('field.url-becomes', { type: t(`items.type.${form.type}`) }) }
}

function problemOf(form: ReturnType<typeof playingFormOf>, url: string): AddressProblem | undefined {
  if (url.length > MAX_URL_CHARACTERS) return 'too-long'
  if ('problem' in form) return form.problem
  return readItemUrl(form.type, form.url).playable ? undefined : 'url-not-playable'
}
