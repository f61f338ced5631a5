import { ActionIcon, Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { MAX_COMPARISONS, MAX_CONSTANT_CHARACTERS, OPERATORS_OF, type ProgrammeKey } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CloseIcon, PlusIcon } from '../../../platform/ui/icons.tsx'
import { ValueField } from '../values/value-field.tsx'
import styles from './condition-fields.module.css'
import { type ComparisonDraft, type ConditionDraft, NEW_ROW, withFacts, withValue } from './draft.ts'

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
  const { t } = useI18n()
  const { isOn, rows, otherwise } = draft
  const put = (index: number, row: ComparisonDraft | undefined) =>
    onChange({ ...draft, rows: rows.flatMap((one, nth) => (nth === index ? (row ?? []) : one)) })
  return (
    <section className={styles.condition} data-condition>
      <Switch
        label={t('condition.field')}
        description={t('condition.field-hint')}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => onChange({ ...draft, isOn: checked })}
      />
      {isOn && (
        <>
          <ol className={styles.rows}>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a comparison has nothing but its place
              <li key={index} className={styles.row}>
                {index > 0 && <p className={styles.and}>{t('condition.and')}</p>}
                <Comparison
                  programmeKey={programmeKey}
                  row={row}
                  path={`${at}.all.${index}`}
                  errorAt={errorAt}
                  onChange={(next) => put(index, next)}
                  onRemove={rows.length > 1 ? () => put(index, undefined) : undefined}
                />
              </li>
            ))}
          </ol>
          {rows.length < MAX_COMPARISONS && (
            <Button
              variant="subtle"
              size="compact-sm"
              className={styles.add ?? ''}
              leftSection={<PlusIcon size={16} />}
              onClick={() => onChange({ ...draft, rows: [...rows, NEW_ROW] })}
            >
              {t('condition.add')}
            </Button>
          )}
          <NativeSelect
            className={styles.otherwise ?? ''}
            label={t('condition.otherwise')}
            description={t('condition.otherwise-hint')}
            value={otherwise}
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
  path: string
  errorAt: Props['errorAt']
  onChange: (row: ComparisonDraft) => void
  onRemove: (() => void) | undefined
}

const VALUE_PARTS = ['', '.of', '.tableId', '.rowId', '.columnId']

function Comparison({ programmeKey, row, path, errorAt, onChange, onRemove }: RowProps) {
  const { t } = useI18n()
  const type = row.facts?.column.type
  const errors = VALUE_PARTS.flatMap((part) => errorAt(`${path}.value${part}`) ?? [])
  return (
    <div className={styles.comparison}>
      <ValueField
        organisationId={programmeKey.organisationId}
        value={row.value}
        goneName={t('condition.removed', { name: row.names?.filter((name) => name !== '').join(': ') ?? '' })}
        error={errors[0]}
        onFacts={row.facts ? undefined : (facts) => onChange(withFacts(row, facts))}
        onChange={(value, facts) => onChange(withValue(row, value, facts))}
      />
      {row.facts && type && (
        <div className={styles.test}>
          {type === 'yes-no' ? (
            <NativeSelect
              label={t('condition.is')}
              value={row.constant === false ? 'no' : 'yes'}
              data={(['yes', 'no'] as const).map((value) => ({ value, label: t(`condition.${value}`) }))}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...row, operator: '=', constant: value === 'yes', saved: undefined })
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
          {type !== 'yes-no' && row.operator !== 'missing' && (
            <TextInput
              label={t('condition.constant')}
              type={type === 'date' || type === 'time' ? type : 'text'}
              inputMode={type === 'number' || type === 'money' ? 'decimal' : undefined}
              dir={type === 'words' ? 'auto' : undefined}
              maxLength={MAX_CONSTANT_CHARACTERS}
              rightSection={type === 'money' ? <span className={styles.unit}>{row.facts.column.currency}</span> : null}
              rightSectionWidth={type === 'money' ? '3.25rem' : 0}
              value={String(row.constant)}
              error={errorAt(`${path}.constant`)}
              onChange={({ currentTarget: { value } }) => onChange({ ...row, constant: value, saved: undefined })}
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
