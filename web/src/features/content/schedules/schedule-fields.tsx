import { ActionIcon, Button, Switch, TextInput } from '@mantine/core'
import { MAX_EXCEPTIONS_PER_SCHEDULE, MAX_HOURS_PER_SCHEDULE } from '@placard/contract'
import { type ReactNode, useId } from 'react'
import type { Form } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CloseIcon, PlusIcon } from '../../../platform/ui/icons.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import { type Draft, EVERY_DAY, type Hours, type TypedMoment, typedHours } from './draft.ts'
import { dayAfter } from './local-date.ts'
import styles from './schedule-fields.module.css'
import { weekdayName } from './sentence.ts'
import { useReader } from './use-schedule-clock.ts'

/** Every path of the command's body that has its own field. */
export const SHOWN = [
  ...['from', 'until', 'days', 'hours', 'not'].map((part) => `schedule.${part}`),
  ...Array.from({ length: MAX_HOURS_PER_SCHEDULE }, (_, nth) =>
    ['from', 'until'].map((end) => pathOfHours(nth, end)),
  ).flat(),
  ...Array.from({ length: MAX_EXCEPTIONS_PER_SCHEDULE }, (_, nth) => `schedule.not.${nth}`),
]

function pathOfHours(nth: number, end: string): string {
  return `schedule.hours.${nth}.${end}`
}

type Props = { form: Form<Draft>; today: string }

/** The fields of the selected choice. */
export function ScheduleFields({ form, today }: Props) {
  const { t } = useI18n()
  switch (form.values.choice) {
    case 'always':
    case 'today':
      return null
    case 'until':
      return <LastDay form={form} today={today} />
    case 'weekdays':
    case 'school':
      return (
        <div className={styles.group}>
          <HoursRow form={form} nth={0} />
          <p className={styles.hint}>{t('schedule.field.whole-day-hint')}</p>
        </div>
      )
    case 'own':
      return (
        <>
          <MomentFields form={form} name="schedule.from" today={today} />
          <MomentFields form={form} name="schedule.until" today={today} />
          <WhenFields form={form} today={today} />
          <Switch
            label={t('schedule.field.alone')}
            description={t('schedule.field.alone-hint')}
            {...form.toggle('schedule.alone')}
          />
        </>
      )
  }
}

/** The weekdays, the times of day and the excluded dates. */
export function WhenFields({ form, today }: Props) {
  return (
    <>
      <Weekdays form={form} />
      <TimesOfDay form={form} />
      <Exceptions form={form} today={today} />
    </>
  )
}

/** A date that is the last day, or empty. */
export function LastDay({ form, today }: { form: Form<Pick<Draft, 'schedule.until'>>; today: string }) {
  const { t } = useI18n()
  const { date } = form.values['schedule.until']
  return (
    <TextInput
      type="date"
      className={styles.date ?? ''}
      label={t('schedule.field.last-day')}
      description={t('schedule.field.last-day-hint')}
      min={today}
      name="schedule.until"
      value={date}
      error={form.errorAt('schedule.until')}
      onChange={({ currentTarget }) => form.change({ 'schedule.until': { date: currentTarget.value, time: '' } })}
    />
  )
}

type GroupProps = { legend: string; inRow?: boolean; hint?: string; error?: string | undefined; children: ReactNode }

/** Fields that belong together, with their common error. */
function Group({ legend, inRow, hint, error, children }: GroupProps) {
  const id = useId()
  return (
    <fieldset className={styles.group} data-row={inRow} aria-describedby={hint || error ? id : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
      {error ? (
        <p id={id} className={styles.error}>
          {error}
        </p>
      ) : (
        hint && (
          <p id={id} className={styles.hint}>
            {hint}
          </p>
        )
      )}
    </fieldset>
  )
}

type MomentProps = Props & { name: 'schedule.from' | 'schedule.until' }

/** A date and an optional time. */
function MomentFields({ form, name, today }: MomentProps) {
  const { t } = useI18n()
  const moment = form.values[name]
  const error = form.errorAt(name)
  const end = name === 'schedule.from' ? 'first' : 'last'
  const change = (part: Partial<TypedMoment>) => form.change({ [name]: { ...moment, ...part } } as Partial<Draft>)
  return (
    <Group inRow legend={t(`schedule.field.${end}`)} hint={t(`schedule.field.${end}-hint`)} error={error}>
      <TextInput
        type="date"
        className={styles.day ?? ''}
        aria-label={t('schedule.field.day')}
        name={name}
        min={end === 'last' ? today : undefined}
        value={moment.date}
        error={error !== undefined}
        onChange={({ currentTarget }) => change({ date: currentTarget.value })}
      />
      <TextInput
        type="time"
        className={styles.time ?? ''}
        aria-label={t('schedule.field.time')}
        name={`${name}.time`}
        value={moment.time}
        error={error !== undefined}
        onChange={({ currentTarget }) => change({ time: currentTarget.value })}
      />
    </Group>
  )
}

/** The weekdays in the order of the user's locale. */
function Weekdays({ form }: { form: Form<Draft> }) {
  const { t } = useI18n()
  const { locale } = useReader()
  const days = form.values['schedule.days']
  const error = form.errorAt('schedule.days')
  const change = (day: number, isIn: boolean) =>
    form.change({
      'schedule.days': isIn ? [...days, day].sort((one, other) => one - other) : days.filter((one) => one !== day),
    })
  return (
    <Group legend={t('schedule.field.days')} error={error}>
      <div className={styles.days}>
        {weekOf(locale).map((day) => (
          <label key={day} className={styles.weekday}>
            <input
              type="checkbox"
              name="schedule.days"
              className={unseen.input}
              aria-label={weekdayName(day, locale)}
              aria-invalid={error !== undefined || undefined}
              checked={days.includes(day)}
              onChange={({ currentTarget }) => change(day, currentTarget.checked)}
            />
            <span aria-hidden="true">{weekdayName(day, locale, 'short')}</span>
          </label>
        ))}
      </div>
    </Group>
  )
}

/** ISO weekdays, starting with the first day of the week in the user's locale; Monday if the browser does not know. */
function weekOf(locale: string): number[] {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  const first = known.getWeekInfo?.().firstDay ?? 1
  return EVERY_DAY.map((_, nth) => ((first - 1 + nth) % 7) + 1)
}

function TimesOfDay({ form }: { form: Form<Draft> }) {
  const { t } = useI18n()
  const hours = form.values['schedule.hours']
  const change = (changed: Hours[]) => form.change({ 'schedule.hours': changed })
  return (
    <Group
      legend={t('schedule.field.hours')}
      error={form.errorAt('schedule.hours')}
      {...(hours.length === 0 ? { hint: t('schedule.field.whole-day') } : {})}
    >
      {hours.map((_, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing but its place, and holds no state
        <HoursRow key={nth} form={form} nth={nth} onRemove={() => change(hours.toSpliced(nth, 1))} />
      ))}
      <AddButton
        label={t('schedule.field.add-hours')}
        isFull={hours.length >= MAX_HOURS_PER_SCHEDULE}
        onPress={() => change([...hours, { from: '', until: '' }])}
      />
    </Group>
  )
}

type HoursProps = { form: Form<Draft>; nth: number; onRemove?: () => void }

function HoursRow({ form, nth, onRemove }: HoursProps) {
  const { t } = useI18n()
  const hours = form.values['schedule.hours']
  const window = hours[nth] ?? { from: '', until: '' }
  const { from, until } = window
  const place = typedHours(hours.slice(0, nth)).length
  const errorOf = (end: keyof Hours) =>
    from === '' && until === '' ? undefined : form.errorAt(pathOfHours(place, end))
  const change = (part: Partial<Hours>) =>
    form.change({ 'schedule.hours': hours.toSpliced(nth, 1, { ...window, ...part }) })
  const ends = [
    { end: 'from', label: t('schedule.field.from') },
    { end: 'until', label: t('schedule.field.until') },
  ] as const
  return (
    <div className={styles.hours}>
      {ends.map(({ end, label }) => (
        <TextInput
          key={end}
          type="time"
          label={label}
          name={pathOfHours(nth, end)}
          value={window[end]}
          error={errorOf(end)}
          onChange={({ currentTarget }) => change({ [end]: currentTarget.value })}
        />
      ))}
      {onRemove && (
        <ActionIcon
          className={styles.remove ?? ''}
          size={42}
          aria-label={t('schedule.field.remove-hours', { number: nth + 1 })}
          onClick={onRemove}
        >
          <CloseIcon size={18} />
        </ActionIcon>
      )}
      {from !== '' && until !== '' && until <= from && <p className={styles.next}>{t('schedule.field.next-day')}</p>}
    </div>
  )
}

function Exceptions({ form, today }: Props) {
  const { t } = useI18n()
  const dates = form.values['schedule.not']
  const change = (changed: string[]) => form.change({ 'schedule.not': changed })
  const latest = dates.filter((date) => date !== '').at(-1)
  return (
    <Group legend={t('schedule.field.not')} hint={t('schedule.field.not-hint')} error={form.errorAt('schedule.not')}>
      <div className={styles.dates}>
        {dates.map((date, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a date has nothing but its place, and holds no state
          <div key={nth} className={styles.exception}>
            <TextInput
              type="date"
              aria-label={t('schedule.field.not-nth', { number: nth + 1 })}
              name={`schedule.not.${nth}`}
              value={date}
              error={
                date === ''
                  ? undefined
                  : form.errorAt(`schedule.not.${dates.slice(0, nth).filter((one) => one !== '').length}`)
              }
              onChange={({ currentTarget }) => change(dates.toSpliced(nth, 1, currentTarget.value))}
            />
            <ActionIcon
              size={42}
              aria-label={t('schedule.field.remove-not', { number: nth + 1 })}
              onClick={() => change(dates.toSpliced(nth, 1))}
            >
              <CloseIcon size={18} />
            </ActionIcon>
          </div>
        ))}
      </div>
      <AddButton
        label={t('schedule.field.add-not')}
        isFull={dates.length >= MAX_EXCEPTIONS_PER_SCHEDULE}
        // The day after the latest one, because holidays are usually consecutive.
        onPress={() => change([...dates, latest === undefined ? today : dayAfter(latest)])}
      />
    </Group>
  )
}

function AddButton({ label, isFull, onPress }: { label: string; isFull: boolean; onPress: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={styles.add ?? ''}
      leftSection={<PlusIcon size={16} />}
      disabled={isFull}
      onClick={onPress}
    >
      {label}
    </Button>
  )
}
