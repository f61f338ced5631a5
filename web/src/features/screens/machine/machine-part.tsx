import { codeOf } from '../../../platform/api/api-error.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ago, moment } from '../../../platform/ui/moments.ts'
import { RetryBox } from '../../../platform/ui/retry-box.tsx'
import { AllowPictures, Controls } from './controls.tsx'
import styles from './machine.module.css'
import { Pictures } from './pictures.tsx'
import { UpdatePart } from './update-part.tsx'
import { type MachineOf, useMachine } from './use-machine.ts'
import { Vitals } from './vitals.tsx'

/** [PX3] [PX4] [PX5] The machine beneath a paired screen, in the details of the screen. */
export function MachinePart({ of, name, canEdit }: { of: MachineOf; name: string; canEdit: boolean }) {
  const { t, language } = useI18n()
  const { data, error, refetch, doing, tell, change, update } = useMachine(of)
  if (error && !data) return <RetryBox message={t(`error.${codeOf(error)}`)} onRetry={refetch} />
  if (!data) return null
  const { agent, at, events } = data
  const mayShow = canEdit && data.mayTakePictures && data.pictureBy !== null
  const pictures = (
    <Pictures
      of={of}
      name={name}
      machine={data}
      onShow={mayShow ? () => tell({ kind: 'picture', forMs: 60_000 }) : undefined}
      isAsking={doing === 'picture'}
    />
  )
  if (!agent)
    return (
      <div className={styles.machine}>
        {pictures}
        {canEdit && <AllowPictures machine={data} doing={doing} onChange={change} />}
        <p className={styles.none}>{t('machine.none')}</p>
      </div>
    )
  return (
    <div className={styles.machine}>
      {!agent.isConnected && (
        <p className={styles.warning}>{t('machine.away', { ago: ago(Math.max(0, at - agent.seenAt), language) })}</p>
      )}
      <div className={styles.columns}>
        <div>
          {pictures}
          <Vitals machine={data} />
          <UpdatePart name={name} machine={data} canEdit={canEdit} isDoing={doing === 'update'} onUpdate={update} />
        </div>
        <div>
          <Controls name={name} machine={data} canEdit={canEdit} doing={doing} onTell={tell} onChange={change} />
          {events.length > 0 && (
            <details className={styles.events}>
              <summary>{t('machine.events')}</summary>
              <ul className={styles.list}>
                {events.map((event, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and never change their order
                  <li key={index}>
                    <span>{t(`machine.event.${event.kind}`)}</span>
                    {event.detail !== '' && (
                      <bdi dir="ltr" className={styles.detail}>
                        {event.detail}
                      </bdi>
                    )}
                    <span className={styles.small}>{moment(event.at, at, language)}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      </div>
      <p className={styles.small}>
        <bdi dir="ltr">{[agent.machine, agent.system, agent.browser, agent.panel].filter(Boolean).join(' · ')}</bdi>
      </p>
    </div>
  )
}
