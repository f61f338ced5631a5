import { type Display, DisplayId, type Role } from '@placard/contract'
import { DisplayBoxes } from '../../../platform/ui/display-boxes.tsx'
import type { FieldProps } from '../../../platform/ui/field.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'

/** The value is a list of ids; empty: all displays. */
type Props = FieldProps<readonly DisplayId[]> & { role: Role; displays: readonly Display[] }

/** The displays that a member is limited to. Renders nothing if there is only one display. */
export function LimitChoice({ role, displays, value, error, onChange }: Props) {
  const { t } = useI18n()
  if (role === 'owner') return <p className={panel.lead}>{t('people.limit-owner')}</p>
  if (displays.length < 2 && value.length === 0) return null
  return (
    <DisplayBoxes
      label={t('people.limit')}
      description={t('people.limit-hint')}
      displays={displays}
      value={[...value]}
      error={error}
      onChange={(ids) => onChange(ids.map((id) => DisplayId.parse(id)))}
    />
  )
}

/** The limit as the contract expects it: null for all displays, and for an owner. */
export function limitOf(role: Role, ids: readonly DisplayId[]): DisplayId[] | null {
  return role === 'owner' || ids.length === 0 ? null : [...ids]
}
