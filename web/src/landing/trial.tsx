import { type FormEvent, useEffect, useReducer, useState } from 'react'
import { picture } from './links.ts'
import { MotionButton } from './motion-button.tsx'
import { begin, change, PICTURES, type Picture } from './programme.ts'
import section from './section.module.css'
import styles from './trial.module.css'
import { TrialScreen } from './trial-screen.tsx'
import type { Motion } from './use-motion.ts'
import type { Words } from './words.ts'

const FILES: Record<Picture, string> = {
  welcome: 'welcome.webp',
  symposium: 'tech-symposium.webp',
  hours: 'opening-hours.webp',
}
const SECONDS = 5

/** A small model of the product: one dashboard, three screens, and a cable to unplug. */
export function Trial({ t, motion }: { t: Words; motion: Motion }) {
  const [model, dispatch] = useReducer(change, t('trial.first-line'), begin)
  const [draft, setDraft] = useState('')
  const [at, setAt] = useState(0)
  const { visible } = model.shown

  // As in P9: a changed list starts from its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what restarts it
  useEffect(() => {
    setAt(0)
    if (!motion.moving) return
    const timer = setInterval(() => setAt((now) => now + 1), SECONDS * 1_000)
    return () => clearInterval(timer)
  }, [visible, motion.moving])

  function putOn(event: FormEvent) {
    event.preventDefault()
    if (draft.trim() === '') return
    dispatch({ type: 'line-written', line: draft.trim() })
    setDraft('')
  }

  const shown = visible[at % Math.max(1, visible.length)]
  const waiting = !model.connected && model.written !== model.shown
  const status = model.connected ? 'trial.connected' : waiting ? 'trial.waiting' : 'trial.cut'
  const shared = {
    files: FILES,
    shown,
    line: model.shown.line,
    name: t('trial.panel'),
    moving: motion.moving,
  }

  return (
    <div className={styles.ground} id="trial">
      <section className={section.section} aria-labelledby="trial-heading">
        <div className={section.head}>
          <h2 id="trial-heading">{t('trial.heading')}</h2>
          <p>{t('trial.lead')}</p>
        </div>
        <div className={styles.model}>
          <div className={styles.panel}>
            <p className={styles.name}>{t('trial.panel')}</p>
            <ul className={styles.list} aria-label={t('trial.pictures')}>
              {PICTURES.map((each) => {
                const title = t(`trial.${each}`)
                const on = model.written.visible.includes(each)
                return (
                  <li key={each} data-hidden={!on}>
                    <img src={picture(FILES[each])} alt="" width={96} height={54} loading="lazy" decoding="async" />
                    <span className={styles.title}>
                      {title}
                      <small>{t(on ? 'trial.visible' : 'trial.hidden')}</small>
                    </span>
                    <button
                      type="button"
                      aria-label={t(on ? 'trial.hide-this' : 'trial.show-this', { title })}
                      onClick={() => dispatch({ type: 'toggled', picture: each })}
                    >
                      {t(on ? 'trial.hide' : 'trial.show')}
                    </button>
                  </li>
                )
              })}
            </ul>
            <form className={styles.write} onSubmit={putOn}>
              <label htmlFor="trial-line">{t('trial.line')}</label>
              <span>
                <input
                  id="trial-line"
                  dir="auto"
                  maxLength={120}
                  autoComplete="off"
                  value={draft}
                  placeholder={model.written.line}
                  onChange={(event) => setDraft(event.currentTarget.value)}
                />
                <button type="submit">{t('trial.put-on')}</button>
              </span>
            </form>
            <div className={styles.cable} data-cut={!model.connected}>
              <output>{t(status)}</output>
              <button type="button" onClick={() => dispatch({ type: model.connected ? 'unplugged' : 'plugged-in' })}>
                {t(model.connected ? 'trial.unplug' : 'trial.plug')}
              </button>
            </div>
          </div>
          <section className={styles.wall} aria-label={t('trial.screens')}>
            <TrialScreen {...shared} place={t('trial.screen.hall')} shape="wide" />
            <TrialScreen {...shared} place={t('trial.screen.stairs')} shape="tall" />
            <TrialScreen {...shared} place={t('trial.screen.lab')} shape="small" />
            <div className={styles.below}>
              <small>{t('trial.note')}</small>
              <MotionButton t={t} motion={motion} />
            </div>
          </section>
        </div>
      </section>
    </div>
  )
}
