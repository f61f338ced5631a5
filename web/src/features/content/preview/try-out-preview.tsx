import { useMediaQuery } from '@mantine/hooks'
import { lookPath, type PreviewState, type ProgrammeKey, type TriedAround } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { brandOf } from '../../../platform/api/brand.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import dialog from '../../../platform/ui/dialog.module.css'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PauseIcon, PlayIcon, RetryIcon, SkipIcon, UprightIcon } from '../../../platform/ui/icons.tsx'
import preview from './live-preview.module.css'
import { Control } from './preview-controls.tsx'
import { type Tried, useTryOut } from './try-out.ts'
import styles from './try-out-preview.module.css'
import { usePreview } from './use-preview.ts'

type Props = {
  programmeKey: ProgrammeKey
  /** Undefined: it cannot be shown, and the last version stays. */
  tried: Tried | undefined
  /** True if no screen would show it. */
  isHidden: boolean
  /** The preview ignores its schedule. */
  isScheduled: boolean
  /** Shown small instead of folded if there is no room beside the form. The preview stays at the item once it shows it. */
  isPartOfForm?: boolean
  /** Receives each state that the player reports. */
  onState?: (state: PreviewState) => void
}

/** TM4: a separate player that shows unsaved edits; beside the form, or folded if there is no room. */
export default function TryOutPreview(props: Props) {
  const { t } = useI18n()
  const id = useId()
  const isBeside = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  if (isBeside) {
    return (
      <section aria-labelledby={id}>
        <h3 id={id} className={styles.heading}>
          {t('try-out.title')}
        </h3>
        <TriedOnScreen {...props} />
      </section>
    )
  }
  if (props.isPartOfForm) {
    return (
      <section aria-label={t('try-out.title')} className={styles.small}>
        <TriedOnScreen {...props} />
      </section>
    )
  }
  return (
    <details className={dialog.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('try-out.title')}</summary>
      {isOpen && <TriedOnScreen {...props} />}
    </details>
  )
}

function TriedOnScreen({ programmeKey, tried, isHidden, isScheduled, isPartOfForm = false, onState }: Props) {
  const { t } = useI18n()
  const frame = useRef<HTMLIFrameElement>(null)
  const { state, tell } = usePreview(frame)
  const [isUpright, setUpright] = useState(false)
  const around = useAround(programmeKey, tried !== undefined && 'item' in tried && isBranded(tried.item.type))
  const last = useRef(tried)
  if (tried) last.current = tried
  const isPage = last.current !== undefined && 'item' in last.current && last.current.item.type === 'webpage'
  useOwnFocus(frame, isPage)
  useTryOut(state && last.current && { ...last.current, around }, tell, state?.isLive === true)
  useStay(isPartOfForm && tried && 'item' in tried && state?.itemId === tried.item.id, tell)
  const report = useRef(onState)
  report.current = onState
  useEffect(() => {
    if (state) report.current?.(state)
  }, [state])
  const notes = [
    !tried && !isPartOfForm && t('try-out.not-shown'),
    isHidden && t('try-out.hidden'),
    isScheduled && t('try-out.scheduled'),
  ].filter((note) => note !== false)
  const isHeld = state?.isHeld ?? false

  return (
    <>
      <div className={preview.wall} data-upright={isUpright || undefined}>
        <div className={preview.screen}>
          <iframe
            ref={frame}
            className={preview.frame}
            src={lookPath(programmeKey)}
            title={t('try-out.frame')}
            {...(isPage && { tabIndex: -1 })}
          />
        </div>
      </div>
      <div className={styles.below}>
        <p className={styles.notes} role="status">
          {notes.join(' ')}
        </p>
        <div className={preview.controls}>
          <Control
            label={t('try-out.again')}
            disabled={!state || !last.current}
            onPress={() => last.current && tell({ preview: 'try', ...last.current, around })}
          >
            <RetryIcon />
          </Control>
          <Control
            label={t(isHeld ? 'preview.resume' : 'preview.hold')}
            disabled={!state}
            onPress={() => tell({ preview: isHeld ? 'resume' : 'hold' })}
          >
            {isHeld ? <PlayIcon /> : <PauseIcon />}
          </Control>
          <Control label={t('preview.skip')} disabled={!state} onPress={() => tell({ preview: 'skip' })}>
            <SkipIcon />
          </Control>
          <Control label={t('preview.upright')} pressed={isUpright} onPress={() => setUpright(!isUpright)}>
            <UprightIcon />
          </Control>
        </div>
      </div>
    </>
  )
}

const isBranded = (type: string) => type === 'notice' || type === 'board' || type === 'weather'

/** Stops the preview at its item, once: if the user continues it, it is not stopped again. */
function useStay(isThere: boolean | undefined, tell: ReturnType<typeof usePreview>['tell']): void {
  const hasStayed = useRef(false)
  useEffect(() => {
    if (!isThere || hasStayed.current) return
    hasStayed.current = true
    tell({ preview: 'hold' })
  }, [isThere, tell])
}

const TAKEN_BACK_AFTER_MS = 100

/** A web page in the preview may take the focus at any time, and the user would type into it. This returns the focus. */
function useOwnFocus(frame: RefObject<HTMLIFrameElement | null>, isPage: boolean): void {
  useEffect(() => {
    if (!isPage) return
    let last = document.activeElement
    const timer = setInterval(() => {
      const { activeElement } = document
      if (activeElement !== frame.current) last = activeElement
      else if (last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true })
    }, TAKEN_BACK_AFTER_MS)
    return () => clearInterval(timer)
  }, [frame, isPage])
}

/** Parts of a display's manifest that are absent until its first notice, board or weather, or its first words that depend on the time. */
function useAround(programmeKey: ProgrammeKey, hasBrand: boolean): TriedAround {
  const zoneOffsets = useProgramme(programmeKey).data?.zoneOffsets
  const { data: brand } = useQuery({ ...brandOf(programmeKey.organisationId), enabled: hasBrand })
  // A preview stores no files, so the hash is not used.
  const logo = brand?.logoUrl ? { url: brand.logoUrl, sha256: '', sizeBytes: 0 } : undefined
  return {
    zoneOffsets,
    brand: brand && { ...(brand.colour ? { colour: brand.colour } : {}), ...(logo ? { logo } : {}) },
  }
}
