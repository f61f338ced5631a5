import { Button, NativeSelect, TextInput } from '@mantine/core'
import {
  type DisplayKey,
  type ProgrammeKey,
  type SetTown,
  TEMPERATURE_UNITS,
  type Town,
  type WeatherUnits,
  WIND_UNITS,
} from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CheckIcon, PencilIcon } from '../../../platform/ui/icons.tsx'
import styles from './town-field.module.css'

const USUAL = 'usual'

/** The town of a display and the units of its weather. A choice is saved at once, because it belongs to the display. */
export default function TownField({ programmeKey }: { programmeKey: ProgrammeKey }) {
  const { t } = useI18n()
  const { data: programme } = useProgramme(programmeKey)
  if (!programme) return null
  const problem = 'problem' in programme.weather ? programme.weather.problem : undefined
  if ('playlistId' in programmeKey) return <p className={styles.hint}>{t('weather.playlist')}</p>
  if (problem === 'no-source') {
    return (
      <p className={styles.hint} role="status">
        {t('weather.no-source')}
      </p>
    )
  }
  return <OfDisplay displayKey={programmeKey} town={programme.town} units={programme.weatherUnits} problem={problem} />
}

type Props = {
  displayKey: DisplayKey
  town: Town | null
  units: WeatherUnits
  problem: string | undefined
}

function OfDisplay({ displayKey, town, units, problem }: Props) {
  const { t, language } = useI18n()
  const { isBusy, problem: failure, run } = useDoing<'town' | 'units'>()
  const [isSearching, setSearching] = useState(town === null)
  const save = (what: 'town' | 'units', body: SetTown) =>
    run(what, async () => {
      await call('setTown', { params: displayKey, body })
      if (what === 'town') setSearching(false)
    })
  return (
    <fieldset className={styles.field} disabled={isBusy}>
      <legend className={styles.legend}>{t('weather.town')}</legend>
      {town && !isSearching ? (
        <div className={styles.chosen}>
          <CheckIcon size={18} />
          <span className={styles.name} dir="auto">
            {townInWords(town, language)}
          </span>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<PencilIcon size={16} />}
            onClick={() => setSearching(true)}
          >
            {t('weather.other-town')}
          </Button>
        </div>
      ) : (
        <Search displayKey={displayKey} onChoose={({ id }) => save('town', { townId: id })} />
      )}
      <p className={styles.hint}>{t('weather.town-hint')}</p>
      {failure && <ErrorBox message={failure} />}
      {town && !isSearching && (
        <>
          {problem === 'not-read' && (
            <p className={styles.hint} role="status">
              {t('weather.not-read')}
            </p>
          )}
          {problem === 'failed' && <ErrorBox message={t('weather.failed')} />}
          <div className={styles.units}>
            <NativeSelect
              label={t('weather.temperature')}
              value={units.temperature ?? USUAL}
              data={[
                { value: USUAL, label: t('weather.usual') },
                ...TEMPERATURE_UNITS.map((unit) => ({ value: unit, label: t(`weather.unit.${unit}`) })),
              ]}
              onChange={({ currentTarget: { value } }) => {
                const { temperature: _, ...rest } = units
                const unit = TEMPERATURE_UNITS.find((one) => one === value)
                save('units', { units: unit ? { ...rest, temperature: unit } : rest })
              }}
            />
            <NativeSelect
              label={t('weather.wind')}
              value={units.wind ?? USUAL}
              data={[{ value: USUAL, label: t('weather.usual') }, ...WIND_UNITS]}
              onChange={({ currentTarget: { value } }) => {
                const { wind: _, ...rest } = units
                const unit = WIND_UNITS.find((one) => one === value)
                save('units', { units: unit ? { ...rest, wind: unit } : rest })
              }}
            />
          </div>
        </>
      )}
    </fieldset>
  )
}

/** Finds a town by a part of its name. */
function Search({ displayKey, onChoose }: { displayKey: DisplayKey; onChoose: (town: Town) => void }) {
  const { t, language } = useI18n()
  const id = useId()
  const [typed, setTyped] = useState('')
  const name = useDeferredValue(typed.trim())
  const { organisationId } = displayKey
  const { data, error, isFetching } = useQuery({
    queryKey: ['towns', organisationId, name],
    queryFn: ({ signal }) => call('findTowns', { params: { organisationId }, query: { name }, signal }),
    enabled: name !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
  const towns = name === '' ? [] : (data?.towns ?? [])
  return (
    <div>
      <TextInput
        type="search"
        aria-label={t('weather.find-town')}
        placeholder={t('weather.find-town')}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        aria-controls={id}
        value={typed}
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would submit the form around it.
          event.preventDefault()
          const [first] = towns
          if (first && !isFetching) onChoose(first)
        }}
      />
      <ul id={id} className={styles.towns} aria-label={t('weather.towns-found')}>
        {towns.map((town) => (
          <li key={town.id}>
            <button type="button" className={styles.town} onClick={() => onChoose(town)}>
              <span className={styles.name} dir="auto">
                {town.name}
              </span>
              <span className={styles.where} dir="auto">
                {whereInWords(town, language)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.hint} role="status">
        {error
          ? t('weather.towns-not-read')
          : name !== '' && !isFetching && towns.length === 0 && t('weather.no-town-found')}
      </p>
    </div>
  )
}

/** "Vienna, Austria": towns of one name differ in their regions and countries. */
const townInWords = (town: Town, language: string) => `${town.name}, ${whereInWords(town, language)}`

function whereInWords({ name, region, country }: Town, language: string): string {
  const nameOfCountry = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country
  return region === '' || region === name ? nameOfCountry : `${region}, ${nameOfCountry}`
}
