import { Button, NativeSelect, Switch } from '@mantine/core'
import {
  type AgentOrder,
  type MachineCommand,
  type MachineCommandName,
  nameOfOrder,
  type ScreenMachine,
} from '@placard/contract'
import { useId, useState } from 'react'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { RetryIcon } from '../../../platform/ui/icons.tsx'
import { ago } from '../../../platform/ui/moments.ts'
import styles from './machine.module.css'

const COMMANDS_SHOWN = 4
const DEGREES = [0, 90, 180, 270] as const
const RESTARTS = ['restart-browser', 'restart-machine'] as const

type Props = {
  name: string
  machine: ScreenMachine
  canEdit: boolean
  doing: string | undefined
  onTell: (order: AgentOrder) => void
  onChange: (change: Partial<Pick<ScreenMachine, 'mayTakePictures' | 'followsHours'>>) => void
}

/** [PX4] What a machine can be told, what became of it, and what it may do by itself. */
export function Controls({ name, machine, canEdit, doing, onTell, onChange }: Props) {
  const { t, language } = useI18n()
  const [asked, setAsked] = useState<(typeof RESTARTS)[number]>()
  const { agent, at, vitals } = machine
  const can = (kind: AgentOrder['kind']) => canEdit && agent?.can.includes(kind) === true
  const isOff = agent?.isConnected !== true
  const commands = machine.commands.slice(0, COMMANDS_SHOWN)
  return (
    <section className={styles.part} aria-label={t('machine.controls')}>
      <h3 className={styles.heading}>{t('machine.controls')}</h3>
      {can('panel') && (
        <div className={styles.pair}>
          {[true, false].map((isOn) => (
            <Button
              key={String(isOn)}
              variant="default"
              disabled={isOff}
              loading={doing === 'panel'}
              onClick={() => onTell({ kind: 'panel', isOn })}
            >
              {t(isOn ? 'machine.do.panel-on' : 'machine.do.panel-off')}
            </Button>
          ))}
        </div>
      )}
      {can('volume') && (
        <Volume now={vitals?.volumePercent} isOff={isOff} onSet={(percent) => onTell({ kind: 'volume', percent })} />
      )}
      {(can('rotate') || can('resolution')) && (
        <div className={styles.pair}>
          {can('rotate') && (
            <NativeSelect
              label={t('machine.rotation')}
              disabled={isOff}
              value=""
              data={[
                { value: '', label: t('machine.choose') },
                ...DEGREES.map((one) => ({ value: String(one), label: `${one}°` })),
              ]}
              onChange={({ currentTarget }) => {
                const degrees = DEGREES.find((one) => String(one) === currentTarget.value)
                if (degrees !== undefined) onTell({ kind: 'rotate', degrees })
              }}
            />
          )}
          {can('resolution') && agent && (
            <NativeSelect
              label={t('machine.resolution')}
              disabled={isOff}
              value=""
              data={[
                { value: '', label: t('machine.choose') },
                ...agent.resolutions.map((mode) => ({ value: mode, label: writeMode(mode) })),
              ]}
              onChange={({ currentTarget }) => {
                if (currentTarget.value !== '') onTell({ kind: 'resolution', mode: currentTarget.value })
              }}
            />
          )}
        </div>
      )}
      {RESTARTS.some(can) && (
        <div className={styles.alone}>
          {RESTARTS.filter(can).map((kind) => (
            <Button
              key={kind}
              variant="default"
              disabled={isOff}
              leftSection={<RetryIcon size={16} />}
              onClick={() => setAsked(kind)}
            >
              {t(`machine.do.${kind}`)}
            </Button>
          ))}
        </div>
      )}
      {commands.length > 0 && (
        <>
          <h4 className={styles.label}>{t('machine.commands')}</h4>
          <ul className={styles.list} aria-live="polite">
            {commands.map((command) => (
              <li key={command.id} data-state={command.state}>
                <span>{commandWords(command, t)}</span>
                {command.detail !== '' && (
                  <bdi dir="ltr" className={styles.detail}>
                    {command.detail}
                  </bdi>
                )}
                <span className={styles.small}>{ago(Math.max(0, at - command.madeAt), language)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {canEdit && (
        <div className={styles.switches}>
          <AllowPictures machine={machine} doing={doing} onChange={onChange} />
          {agent?.can.includes('panel') && (
            <Switch
              label={t('machine.hours')}
              description={t('machine.hours-hint')}
              checked={machine.followsHours}
              disabled={doing === 'settings'}
              onChange={({ currentTarget }) => onChange({ followsHours: currentTarget.checked })}
            />
          )}
        </div>
      )}
      {asked && (
        <ConfirmDialog
          question={t(`machine.question.${asked}`)}
          subject={name}
          confirmLabel={t(`machine.do.${asked}`)}
          onConfirm={() => {
            setAsked(undefined)
            onTell({ kind: asked })
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

/** [PX3] A screen may forbid pictures, of its agent and of its page. */
export function AllowPictures({ machine, doing, onChange }: Pick<Props, 'machine' | 'doing' | 'onChange'>) {
  const { t } = useI18n()
  return (
    <Switch
      label={t('machine.allow')}
      description={t('machine.allow-hint')}
      checked={machine.mayTakePictures}
      disabled={doing === 'settings'}
      onChange={({ currentTarget }) => onChange({ mayTakePictures: currentTarget.checked })}
    />
  )
}

/** Told when it is let go, not at each step. */
function Volume({ now, isOff, onSet }: { now: number | undefined; isOff: boolean; onSet: (percent: number) => void }) {
  const { t, language } = useI18n()
  const id = useId()
  const [wanted, setWanted] = useState<number>()
  const shown = wanted ?? now ?? 50
  const tell = () => {
    if (wanted !== undefined && wanted !== now) onSet(wanted)
  }
  return (
    <div className={styles.volume}>
      <label htmlFor={id}>{t('machine.volume')}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={shown}
        disabled={isOff}
        onChange={({ currentTarget }) => setWanted(Number(currentTarget.value))}
        onPointerUp={tell}
        onKeyUp={tell}
      />
      <output htmlFor={id}>{new Intl.NumberFormat(language, { style: 'percent' }).format(shown / 100)}</output>
    </div>
  )
}

const writeMode = (mode: string) => `${mode.replace('x', ' × ').replace('@', ', ')} Hz`

function commandWords({ order, state, told }: MachineCommand, t: ReturnType<typeof useI18n>['t']): string {
  const name: MachineCommandName = nameOfOrder(order)
  const outcome =
    (state === 'done' || state === 'failed') && told ? t(`machine.told.${told}`) : t(`machine.state.${state}`)
  return t('machine.command', { what: t(`machine.do.${name}`), outcome })
}
