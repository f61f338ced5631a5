import { MAX_URL_CHARACTERS, playingFormOf, readItemUrl, type SharedProblem } from '@placard/contract'
import type { useI18n } from '../../ui/i18n/i18n.tsx'
import type { ItemDraft } from './item-draft.ts'

/** Why an address cannot be taken, by the codes of the contract. */
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

/**
 * [HS29] As what a typed address plays, before it is saved: its kind may be another than the one chosen. The server judges and turns it in the
 * same way.
 *
 * @param url complete, as it would be kept
 */
export function playingDraft(
  { type }: Pick<ItemDraft, 'type'>,
  url: string,
): { type: ItemDraft['type']; url: string; problem?: AddressProblem } {
  if (url.length > MAX_URL_CHARACTERS) return { type, url, problem: 'too-long' }
  const form = playingFormOf({ type, url }, location.origin)
  if ('problem' in form) return { type, url, problem: form.problem }
  return readItemUrl(form.type, form.url).playable ? form : { ...form, problem: 'url-not-playable' }
}
