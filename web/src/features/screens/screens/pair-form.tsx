import { Button, NativeSelect } from '@mantine/core'
import {
  type Display,
  type DisplayId,
  MAX_SCREEN_NAME_CHARACTERS,
  type OrganisationId,
  type PairedScreen,
  type Pairing,
  PairScreen,
  type ScreenId,
} from '@placard/contract'
import { useEffect } from 'react'
import { call } from '../../../platform/api/call.ts'
import { deviceName } from '../../../platform/api/screens/device-name.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { hungDraftOf, hungOf } from '../../../platform/form/hung-fields.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import styles from './pair-form.module.css'
import { PlaceFields } from './place-fields.tsx'

type As = PairScreen['as']
const KINDS: readonly As[] = ['new', 'repair', 'replace', 'move']

type Props = {
  organisationId: OrganisationId
  pairing: Pairing
  displays: readonly Display[]
  /** The initial choice. */
  display: Display
  onPaired: (screen: PairedScreen) => void
}

/** [SP1][SP2] The device to be paired, and its role. The device shows the name of the chosen display meanwhile. */
export function PairForm({ organisationId, pairing, displays, display, onPaired }: Props) {
  const { t, language } = useI18n()
  const { code, about, silent } = pairing
  const params = { organisationId, code }
  const form = useForm({
    schema: PairScreen,
    start: () => ({
      as: 'new' as As,
      screenId: (silent[0]?.id ?? '') as ScreenId | '',
      displayId: display.id as DisplayId,
      // A default that suits most displays with a single screen, so that nothing has to be typed.
      name: display.name.slice(0, MAX_SCREEN_NAME_CHARACTERS),
      place: '',
      // The settings that are usual for the screens of this display.
      ...hungDraftOf(display, language),
    }),
    bodyOf: ({ as, screenId, displayId, name, place, ...hung }) => {
      if (as === 'new') return { as, displayId, name, place, ...hungOf(hung) }
      return as === 'move' ? { as, screenId, displayId } : { as, screenId }
    },
    save: async (body) => onPaired(await call('pairScreen', { params, body })),
  })
  const { as, screenId, displayId, name } = form.values
  const known = silent.find(({ id }) => id === screenId)
  const shownId = as === 'repair' || as === 'replace' ? known?.displayId : displayId

  useEffect(() => {
    // This only shows the name on the device: the form works without it.
    call('showPairing', { params: { organisationId, code }, body: { displayId: shownId ?? null } }).catch(() => {})
  }, [organisationId, code, shownId])

  const device = deviceName(about.browser)
  const facts = [device || t('pairing.some-browser'), `${about.width} × ${about.height}`, placeOf(about.timeZone)]

  const chooseDisplay = (id: DisplayId) => {
    const before = displays.find((one) => one.id === displayId)
    const after = displays.find((one) => one.id === id)
    const isOwn = name !== before?.name.slice(0, MAX_SCREEN_NAME_CHARACTERS)
    form.change({
      displayId: id,
      ...(isOwn || !after ? {} : { name: after.name.slice(0, MAX_SCREEN_NAME_CHARACTERS) }),
    })
  }

  return (
    <FormBody form={form}>
      <div className={styles.device}>
        <span className={styles.icon}>
          <ScreenIcon size={28} />
        </span>
        <div>
          <strong className={styles.code} dir="ltr">{`${code.slice(0, 3)} ${code.slice(3)}`}</strong>
          <p className={styles.facts}>
            {facts
              .filter((fact) => fact !== '')
              .map((fact) => (
                <bdi key={fact}>{fact}</bdi>
              ))}
          </p>
        </div>
      </div>
      {silent.length > 0 && (
        <fieldset className={styles.kinds}>
          <legend>{t('pairing.which')}</legend>
          {KINDS.map((kind) => (
            <label key={kind} className={styles.kind}>
              <input
                type="radio"
                name="as"
                value={kind}
                checked={as === kind}
                aria-label={t(`pairing.as.${kind}`)}
                onChange={() => form.change({ as: kind })}
              />
              <span>
                <strong>{t(`pairing.as.${kind}`)}</strong>
                <small>{t(`pairing.as-hint.${kind}`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {as !== 'new' && (
        <NativeSelect
          label={t('pairing.old')}
          data={silent.map((one) => ({
            value: one.id as string,
            label: [one.name, one.place].filter((part) => part !== '').join(' · '),
          }))}
          {...form.field('screenId')}
          onChange={({ currentTarget }) => form.change({ screenId: currentTarget.value as ScreenId })}
        />
      )}
      {(as === 'new' || as === 'move') && (
        <NativeSelect
          label={t('paired.display')}
          description={t('pairing.display-hint')}
          data={displays.map((one) => ({ value: one.id as string, label: one.name }))}
          {...form.field('displayId')}
          onChange={({ currentTarget }) => chooseDisplay(currentTarget.value as DisplayId)}
        />
      )}
      {as === 'new' && <PlaceFields form={form} />}
      <Button type="submit" size="lg" fullWidth loading={form.isBusy}>
        {t('pairing.connect')}
      </Button>
    </FormBody>
  )
}

/** `Asia/Kolkata` becomes `Kolkata`. */
const placeOf = (timeZone: string) => timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
