import { Button, NativeSelect, TextInput } from '@mantine/core'
import { DisplayId, ItemId, type PlaysReport, type Session } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import styles from './plays.module.css'
import type { Asked } from './plays-query.ts'
import { rangeOf, SPANS, spanOf, withEnd } from './range.ts'

type Props = {
  displays: Session['displays']
  /** The items of the report. */
  items: PlaysReport['items']
  asked: Asked
  today: string
  onAsk: (asked: Asked) => void
}

/** The filters: display, item and days. */
export function Filters({ displays, items, asked, today, onAsk }: Props) {
  const { t } = useI18n()
  const span = spanOf(asked, today)
  const all = { value: '', label: t('plays.all') }
  const choices = items.map(({ itemId, title }) => ({ value: itemId as string, label: title || t('plays.untitled') }))
  // An item from another period stays selected under a generic name.
  if (asked.item && !choices.some(({ value }) => value === asked.item)) {
    choices.unshift({ value: asked.item, label: t('plays.chosen-item') })
  }
  return (
    <search className={styles.filters} aria-label={t('plays.filters')}>
      <fieldset className={styles.spans}>
        <legend className={unseen.words}>{t('plays.span')}</legend>
        {SPANS.map((one) => (
          <Button
            key={one}
            size="sm"
            variant={one === span ? 'filled' : 'default'}
            aria-pressed={one === span}
            onClick={() => onAsk({ ...asked, ...rangeOf(one, today) })}
          >
            {t(`plays.span.${one}`)}
          </Button>
        ))}
      </fieldset>
      <div className={styles.fields}>
        <TextInput
          type="date"
          label={t('plays.from')}
          max={today}
          value={asked.from}
          onChange={(event) => onAsk({ ...asked, ...withEnd(asked, 'from', event.currentTarget.value) })}
        />
        <TextInput
          type="date"
          label={t('plays.to')}
          max={today}
          value={asked.to}
          onChange={(event) => onAsk({ ...asked, ...withEnd(asked, 'to', event.currentTarget.value) })}
        />
        <NativeSelect
          label={t('plays.display')}
          value={asked.display ?? ''}
          data={[all, ...displays.map(({ id, name }) => ({ value: id as string, label: name }))]}
          onChange={(event) =>
            onAsk({ ...asked, display: DisplayId.safeParse(event.currentTarget.value).data, item: undefined })
          }
        />
        <NativeSelect
          label={t('plays.item')}
          value={asked.item ?? ''}
          data={[all, ...choices]}
          onChange={(event) => onAsk({ ...asked, item: ItemId.safeParse(event.currentTarget.value).data })}
        />
      </div>
    </search>
  )
}
