import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { FieldProps } from '../../../platform/ui/field.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'

/** The time zone of a display: all zones that this browser knows, and the current one. */
export function TimeZoneField({ onChange, ...field }: FieldProps<string>) {
  const { value } = field
  const { t, language } = useI18n()
  const [now] = useState(Date.now)
  // The saved zone remains an option: for example, browsers do not list "UTC".
  const [zones] = useState(() => Array.from(new Set([value, ...Intl.supportedValuesOf('timeZone')])).sort())
  const known = zones.includes(value) ? zones : [value, ...zones]
  return (
    <NativeSelect
      label={t('display.zone')}
      description={clockOf(value) && t('display.zone-now', { time: clockOf(value) ?? '' })}
      dir="ltr"
      {...field}
      data={known.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )

  /** Undefined for a zone that the server knows but this browser does not. */
  function clockOf(timeZone: string): string | undefined {
    try {
      return new Intl.DateTimeFormat(dateLocale(language), { timeStyle: 'short', timeZone }).format(now)
    } catch {
      return undefined
    }
  }
}
