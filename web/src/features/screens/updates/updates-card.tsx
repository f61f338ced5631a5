import { Button, NativeSelect, Switch } from '@mantine/core'
import {
  type AgentUpdates,
  type ChangeAgentUpdates,
  type OrganisationId,
  ROLLOUT_STAGES,
  type ScreenId,
} from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CheckIcon, PauseIcon, PlayIcon, UploadIcon, WarningIcon } from '../../../platform/ui/icons.tsx'
import { moment } from '../../../platform/ui/moments.ts'
import { useNotice } from '../../../platform/ui/notices.ts'
import panel from '../../../platform/ui/panel.module.css'
import styles from './updates-card.module.css'

const POLL_MS = 30_000
const STEPS = ROLLOUT_STAGES.filter((stage) => stage !== 'waiting')

/** [PX6] How far a new version of the agent has come, and what an owner can do about it. Nothing while no machine can update itself. */
export default function UpdatesCard({ organisationId }: { organisationId: OrganisationId }) {
  const { t, language } = useI18n()
  const id = useId()
  const notice = useNotice()
  const client = useQueryClient()
  const params = { organisationId }
  const queryKey = ['agent-updates', organisationId]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('getAgentUpdates', { params, signal }),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
    staleTime: 0,
  })
  const { run, doing } = useDoing<'change' | 'start'>({
    tell: (words) => notice('error', words),
    after: () => client.invalidateQueries({ queryKey }),
  })
  if (!data?.release || data.machines.length === 0) return null
  const { release, machines, stage, stopped, isPaused, isAutomatic } = data
  const change = (body: ChangeAgentUpdates) => run('change', () => call('changeAgentUpdates', { params, body }))
  const start = (screenId: ScreenId | null) =>
    run('start', () => call('startAgentUpdates', { params, body: { screenId } }))
  const done = machines.filter(({ isCurrent }) => isCurrent).length
  const problems = machines.filter(({ problem }) => problem !== null)
  const isUnderWay = stage !== null && stage !== 'waiting'
  const position = stage === null || stage === 'waiting' ? -1 : STEPS.indexOf(stage)

  return (
    <section className={`${panel.card} ${styles.card}`} aria-labelledby={id} data-new={stage !== null || undefined}>
      <div className={styles.head}>
        <span className={styles.icon} data-stopped={stopped !== null || undefined}>
          {stopped ? <WarningIcon size={22} /> : stage === null ? <CheckIcon size={22} /> : <UploadIcon size={22} />}
        </span>
        <div className={styles.words}>
          <h2 id={id}>{t(stage === null ? 'updates.title' : 'updates.new')}</h2>
          <p className={styles.small}>
            {stage === null ? (
              t('updates.all-current', { version: release.version })
            ) : (
              <>
                {t('updates.version', { version: release.version })}{' '}
                <bdi dir="ltr" className={styles.hash}>
                  {release.hash.slice(0, 8)}
                </bdi>
              </>
            )}
          </p>
        </div>
        {isUnderWay && !stopped && (
          <Button
            variant="default"
            leftSection={isPaused ? <PlayIcon size={16} /> : <PauseIcon size={16} />}
            loading={doing === 'change'}
            onClick={() => change({ isPaused: !isPaused })}
          >
            {t(isPaused ? 'updates.continue' : 'updates.pause')}
          </Button>
        )}
      </div>

      {stage !== null && (
        <>
          {isUnderWay && (
            <ol className={styles.steps} aria-label={t('updates.steps')}>
              {STEPS.map((one, index) => (
                <li
                  key={one}
                  data-state={index < position ? 'done' : index === position ? 'now' : 'later'}
                  aria-current={index === position ? 'step' : undefined}
                >
                  {t(`updates.step.${one}`)}
                </li>
              ))}
            </ol>
          )}
          <div className={styles.progress}>
            <progress max={machines.length} value={done} aria-label={t('updates.count', countOf(data, done))} />
            <span className={styles.small}>{t('updates.count', countOf(data, done))}</span>
          </div>
          {stopped ? (
            <div className={styles.warning} role="status">
              <p>
                <strong>{t('updates.stopped', { name: `\u2068${stopped.name}\u2069` })}</strong>
              </p>
              <p>{t(`updates.problem.${stopped.problem}`)}</p>
              <p>{t('updates.stopped-what')}</p>
              <Button variant="default" loading={doing === 'start'} onClick={() => start(null)}>
                {t('updates.go-on')}
              </Button>
            </div>
          ) : (
            <p className={styles.lead}>{wordsOf(data, t, language)}</p>
          )}
          {(stage === 'waiting' || stage === 'trial') && !stopped && (
            <First key={data.trial?.id} updates={data} isBusy={doing === 'start'} onStart={start} />
          )}
          {problems.length > 0 && (
            <details className={styles.problems}>
              <summary>{t('updates.problems')}</summary>
              <ul>
                {problems.map(
                  ({ id: screenId, name, problem }) =>
                    problem && (
                      <li key={screenId}>
                        <strong>
                          <bdi>{name}</bdi>
                        </strong>
                        <span>{t(`updates.problem.${problem}`)}</span>
                      </li>
                    ),
                )}
              </ul>
            </details>
          )}
        </>
      )}
      <Switch
        label={t('updates.automatic')}
        description={t('updates.automatic-hint')}
        checked={isAutomatic}
        disabled={doing === 'change'}
        onChange={({ currentTarget }) => change({ isAutomatic: currentTarget.checked })}
      />
    </section>
  )
}

type FirstProps = { updates: AgentUpdates; isBusy: boolean; onStart: (id: ScreenId) => void }

/** The choice of the screen that tries it first. */
function First({ updates: { machines, trial }, isBusy, onStart }: FirstProps) {
  const { t } = useI18n()
  const able = machines.filter(({ isCurrent, isConnected }) => isConnected && !isCurrent)
  const [chosen, setChosen] = useState<string>(trial?.id ?? '')
  const known = able.find(({ id }) => id === chosen) ?? able[0]
  if (!known) return null
  return (
    <div className={styles.first}>
      <NativeSelect
        label={t('updates.first')}
        value={known.id}
        data={able.map(({ id, name, place }) => ({ value: id as string, label: place ? `${name} · ${place}` : name }))}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Button
        variant={trial ? 'default' : 'filled'}
        loading={isBusy}
        disabled={known.id === trial?.id}
        onClick={() => onStart(known.id)}
      >
        {t('updates.begin')}
      </Button>
    </div>
  )
}

const countOf = ({ machines }: AgentUpdates, done: number) => ({ done: String(done), of: String(machines.length) })

function wordsOf(
  { at, stage, isPaused, isAutomatic, trial, nextAt }: AgentUpdates,
  t: ReturnType<typeof useI18n>['t'],
  language: string,
): string {
  if (isPaused) return t('updates.paused')
  switch (stage) {
    case 'trial': {
      const name = `\u2068${trial?.name ?? ''}\u2069`
      if (nextAt === null) return t('updates.trial-soon', { name })
      return t('updates.trial-on', { name, when: moment(nextAt, at, language) })
    }
    case 'tenth':
      return t('updates.tenth')
    case 'all':
      return t('updates.all')
    default:
      return t(isAutomatic ? 'updates.nobody' : 'updates.waiting')
  }
}
