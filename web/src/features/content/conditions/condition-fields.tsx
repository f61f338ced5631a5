import { ActionIcon, Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import {
  CLOCK_CONSTANTS,
  type ComparedValue,
  keyOfValue,
  MAX_COMPARISONS,
  MAX_CONSTANT_CHARACTERS,
  OPERATORS_OF,
  type ProgrammeKey,
} from '@placard/contract'
import { finderOf } from '@placard/playback'
import { useRef, useState } from 'react'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { CloseIcon, PlusIcon } from '../../../platform/ui/icons.tsx'
import { factsOfFigure, type ValueFacts } from '../values/figures.ts'
import { ValueField } from '../values/value-field.tsx'
import { isByClock, NEW_COMPARISON, typedOf, withTyped, withValue } from './comparison.ts'
import styles from './condition-fields.module.css'
import type { ComparisonDraft, ConditionDraft } from './draft.ts'
import { nameOf } from './sentence.ts'

type Props = {
  programmeKey: ProgrammeKey
  draft: ConditionDraft
  /** The path of the condition in the command's body. */
  at: string
  errorAt: (field: string) => string | undefined
  onChange: (draft: ConditionDraft) => void
}

/** DT6: up to three comparisons that must all be true, and the state while a value is missing. */
export default function ConditionFields({ programmeKey, draft, at, errorAt, onChange }: Props) {
  const { t, language } = useI18n()
  const programme = useProgramme(programmeKey).data
  const find = finderOf(programme?.values)
  /** The facts about values that were chosen here. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, ValueFacts>>(new Map())
  /** The last comparisons, for the time after the switch was turned off and on again. */
  const kept = useRef<NonNullable<ConditionDraft>>({ all: [NEW_COMPARISON], otherwise: 'off' })
  if (draft) kept.current = draft
  const learn = (value: ComparedValue, facts: ValueFacts) => setChosen(new Map([...chosen, [keyOfValue(value), facts]]))
  const factsOf = (value: ComparedValue): ValueFacts | undefined => {
    if (value.of !== 'weather') return chosen.get(keyOfValue(value)) ?? find(value)
    return programme && factsOfFigure(value.figure, programme, dateLocale(language))
  }
  const put = (index: number, row: ComparisonDraft | undefined) =>
    draft && onChange({ ...draft, all: draft.all.flatMap((one, nth) => (nth === index ? (row ?? []) : one)) })
  return (
    <section className={styles.condition} data-condition>
      <Switch
        label={t('condition.field')}
        description={t('condition.field-hint')}
        checked={draft !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? kept.current : null)}
      />
      {draft && (
        <>
          <ol className={styles.rows}>
            {draft.all.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a comparison has nothing but its place
              <li key={index} className={styles.row}>
                {index > 0 && <p className={styles.and}>{t('condition.and')}</p>}
                <Comparison
                  programmeKey={programmeKey}
                  row={row}
                  facts={row.value && factsOf(row.value)}
                  path={`${at}.all.${index}`}
                  errorAt={errorAt}
                  onLearn={learn}
                  onChange={(next) => put(index, next)}
                  onRemove={draft.all.length > 1 ? () => put(index, undefined) : undefined}
                />
              </li>
            ))}
          </ol>
          {draft.all.length < MAX_COMPARISONS && (
            <Button
              variant="subtle"
              size="compact-sm"
              className={styles.add ?? ''}
              leftSection={<PlusIcon size={16} />}
              onClick={() => onChange({ ...draft, all: [...draft.all, NEW_COMPARISON] })}
            >
              {t('condition.add')}
            </Button>
          )}
          <NativeSelect
            className={styles.otherwise ?? ''}
            label={t('condition.otherwise')}
            description={t('condition.otherwise-hint')}
            value={draft.otherwise}
            data={(['off', 'on'] as const).map((value) => ({ value, label: t(`condition.otherwise.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...draft, otherwise: value === 'on' ? 'on' : 'off' })
            }
          />
        </>
      )}
    </section>
  )
}

type RowProps = {
  programmeKey: ProgrammeKey
  row: ComparisonDraft
  /** undefined: not known, for instance because the table was removed. */
  facts: ValueFacts | undefined
  path: string
  errorAt: Props['errorAt']
  onLearn: (value: ComparedValue, facts: ValueFacts) => void
  onChange: (row: ComparisonDraft) => void
  onRemove: (() => void) | undefined
}

/** As they are written everywhere. */
const UNITS: Record<NonNullable<ValueFacts['unit']>, string> = {
  celsius: '°C',
  fahrenheit: '°F',
  'm/s': 'm/s',
  'km/h': 'km/h',
  mph: 'mph',
}

const VALUE_PARTS = ['', '.of', '.tableId', '.rowId', '.columnId', '.dateColumnId']

function Comparison({ programmeKey, row, facts, path, errorAt, onLearn, onChange, onRemove }: RowProps) {
  const { t } = useI18n()
  const type = facts?.column.type
  const names = facts?.names.length ? facts.names : row.names
  const name = row.value && nameOf(row.value, names, t)
  const clock = type && CLOCK_CONSTANTS[type]
  const goesByClock = facts !== undefined && isByClock(row, facts)
  const sign = facts?.unit ? UNITS[facts.unit] : type === 'money' ? facts?.column.currency : undefined
  const errors = VALUE_PARTS.flatMap((part) => errorAt(`${path}.value${part}`) ?? [])
  return (
    <div className={styles.comparison}>
      <ValueField
        programmeKey={programmeKey}
        value={row.value}
        name={name || t('condition.no-name')}
        error={errors[0]}
        onFacts={facts || !row.value ? undefined : (learnt) => row.value && onLearn(row.value, learnt)}
        onChange={(value, learnt) => {
          onLearn(value, learnt)
          onChange(withValue(row, facts, value, learnt))
        }}
      />
      {facts && type && (
        <div className={styles.test}>
          {type === 'yes-no' ? (
            <NativeSelect
              label={t('condition.is')}
              value={row.constant === false ? 'no' : 'yes'}
              data={(['yes', 'no'] as const).map((value) => ({ value, label: t(`condition.${value}`) }))}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...row, operator: '=', constant: value === 'yes' })
              }
            />
          ) : (
            <NativeSelect
              label={t('condition.comparison')}
              value={row.operator}
              data={OPERATORS_OF[type].map((value) => ({
                value,
                label: t(`condition.operator.${type === 'date' || type === 'time' ? 'moment' : 'value'}.${value}`),
              }))}
              error={errorAt(`${path}.operator`)}
              onChange={({ currentTarget: { value } }) => {
                const operator = OPERATORS_OF[type].find((one) => one === value)
                if (operator) onChange({ ...row, operator })
              }}
            />
          )}
          {clock && row.operator !== 'missing' && (
            <NativeSelect
              label={t('condition.constant')}
              value={goesByClock ? 'clock' : 'fixed'}
              data={[
                { value: 'clock', label: t(type === 'date' ? 'condition.today' : 'condition.now') },
                { value: 'fixed', label: t(type === 'date' ? 'condition.a-date' : 'condition.a-time') },
              ]}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...row, typed: undefined, constant: value === 'clock' ? clock : '' })
              }
            />
          )}
          {type !== 'yes-no' && row.operator !== 'missing' && !goesByClock && (
            <TextInput
              label={t(type === 'date' ? 'condition.date' : type === 'time' ? 'condition.time' : 'condition.constant')}
              type={type === 'date' || type === 'time' ? type : 'text'}
              inputMode={(type === 'number' || type === 'money') && !facts.unit ? 'decimal' : undefined}
              dir={type === 'words' ? 'auto' : undefined}
              maxLength={MAX_CONSTANT_CHARACTERS}
              rightSection={sign ? <span className={styles.unit}>{sign}</span> : null}
              rightSectionWidth={sign ? '3.25rem' : 0}
              value={typedOf(row, facts)}
              error={errorAt(`${path}.constant`)}
              onChange={({ currentTarget: { value } }) => onChange(withTyped(row, value, facts))}
            />
          )}
        </div>
      )}
      {onRemove && (
        <ActionIcon className={styles.remove ?? ''} size={42} aria-label={t('condition.remove')} onClick={onRemove}>
          <CloseIcon size={18} />
        </ActionIcon>
      )}
    </div>
  )
}
