import type { ItemFit } from '@placard/contract'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { FocusField } from './focus-field.tsx'
import type { ItemDraft } from './item-draft.ts'

const FITS: readonly ItemFit[] = ['contain', 'cover']

type Props = { draft: ItemDraft; onChange: (change: Partial<ItemDraft>) => void }

/** Chooses if the item is fitted or fills its place and, if its edges are cut, the part that must stay visible. */
export function FitField({ draft, onChange }: Props) {
  const { t } = useI18n()
  return (
    <>
      <DrawnChoice
        legend={t('field.fit')}
        options={FITS.map((value) => ({
          value,
          label: t(`fit.${value}`),
          hint: t(`fit.${value}-hint`),
          drawing: value === 'contain' ? <Contained /> : <Covering />,
        }))}
        value={draft.fit}
        onChange={(fit) => onChange({ fit })}
      />
      {draft.fit === 'cover' && <FocusField draft={draft} onChange={onChange} />}
    </>
  )
}

/** Drawing: a portrait picture shown whole on the screen, on a pale copy of itself. */
function Contained() {
  return (
    <svg viewBox="0 0 112 68" fill="none" aria-hidden="true">
      <rect x={2} y={4} width={108} height={60} rx={6} fill="currentColor" fillOpacity={0.16} />
      <rect x={38} y={4} width={36} height={60} fill="var(--surface)" />
      <Portrait x={38} y={4} width={36} />
      <rect x={2} y={4} width={108} height={60} rx={6} stroke="currentColor" strokeWidth={2.5} />
    </svg>
  )
}

/** Drawing: the same picture filling the screen, with the part that is cut. */
function Covering() {
  return (
    <svg viewBox="0 0 112 68" fill="none" aria-hidden="true">
      <clipPath id="covered-screen">
        <rect x={2} y={4} width={108} height={60} rx={6} />
      </clipPath>
      <g clipPath="url(#covered-screen)">
        <rect x={2} y={4} width={108} height={60} fill="var(--surface)" />
        <Portrait x={2} y={-60} width={108} />
      </g>
      <rect x={2} y={4} width={108} height={60} rx={6} stroke="currentColor" strokeWidth={2.5} />
    </svg>
  )
}

function Portrait({ x, y, width }: { x: number; y: number; width: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${width / 36})`} fill="currentColor">
      <circle cx={18} cy={24} r={7} opacity={0.8} />
      <path d="M5 60 C5 44 11 36 18 36 C25 36 31 44 31 60 Z" opacity={0.55} />
    </g>
  )
}
