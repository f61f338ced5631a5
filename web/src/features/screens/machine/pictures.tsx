import { Button, Loader } from '@mantine/core'
import { type PictureId, pathOf, type ScreenMachine } from '@placard/contract'
import { useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { EyeIcon, PictureIcon } from '../../../platform/ui/icons.tsx'
import { ago, moment } from '../../../platform/ui/moments.ts'
import styles from './machine.module.css'
import type { MachineOf } from './use-machine.ts'

const SHOWN_IN_SMALL = 12

type Props = {
  of: MachineOf
  name: string
  machine: ScreenMachine
  /** Undefined: the user may not ask, or the machine takes no pictures. */
  onShow: (() => void) | undefined
  isAsking: boolean
}

/** [PX3] What the screen shows: the newest picture, and earlier ones in small. */
export function Pictures({ of, name, machine, onShow, isAsking }: Props) {
  const { t, language } = useI18n()
  const { pictures, at, commands } = machine
  const [chosenId, setChosenId] = useState<PictureId>()
  const [newest] = pictures
  const chosen = pictures.find(({ id }) => id === chosenId) ?? newest
  const series = commands.find(
    ({ order, state }) => order.kind === 'picture' && (state === 'waiting' || state === 'taken'),
  )
  const isWaiting = isAsking || (series !== undefined && (newest === undefined || newest.takenAt < series.madeAt))
  const addressOf = (id: PictureId) => pathOf('getScreenPicture', { ...of, pictureId: id })
  return (
    <section className={styles.part} aria-label={t('machine.earlier')}>
      <figure>
        <div className={styles.screen} data-empty={chosen === undefined || undefined}>
          {chosen ? (
            <img
              src={addressOf(chosen.id)}
              alt={t('machine.picture-alt', { name, when: moment(chosen.takenAt, at, language) })}
            />
          ) : (
            <span className={styles.nothing}>
              <PictureIcon size={32} />
              {t(isWaiting ? 'machine.waiting-picture' : 'machine.no-picture')}
            </span>
          )}
          {isWaiting && (
            <span className={styles.waiting}>
              <Loader size={20} aria-label={t('machine.waiting-picture')} />
            </span>
          )}
        </div>
        <figcaption className={styles.caption}>
          <span>
            {chosen &&
              t(chosen.because === 'incident' ? 'machine.taken-incident' : 'machine.taken', {
                ago: ago(Math.max(0, at - chosen.takenAt), language),
              })}
          </span>
          {onShow && (
            <Button
              leftSection={<EyeIcon size={18} />}
              loading={isAsking}
              onClick={() => {
                setChosenId(undefined)
                onShow()
              }}
            >
              {t('machine.show')}
            </Button>
          )}
        </figcaption>
      </figure>
      {chosen?.by === 'page' && <p className={styles.small}>{t('machine.by-page')}</p>}
      {pictures.length > 1 && (
        <ul className={styles.strip} aria-label={t('machine.earlier')}>
          {pictures.slice(0, SHOWN_IN_SMALL).map(({ id, takenAt }) => (
            <li key={id}>
              <button
                type="button"
                aria-label={t('machine.look-at', { when: moment(takenAt, at, language) })}
                aria-pressed={id === chosen?.id}
                onClick={() => setChosenId(id === newest?.id ? undefined : id)}
              >
                <img src={addressOf(id)} alt="" loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {pictures.length > 0 && <p className={styles.small}>{t('machine.kept')}</p>}
    </section>
  )
}
