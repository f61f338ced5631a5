import { Button, Loader } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { Dialog, DialogActions } from './dialog.tsx'
import { useI18n } from './i18n/i18n.tsx'
import styles from './lazy-dialog.module.css'
import { createPart, loadWhenIdle, type PartState } from './part.ts'
import { usePart } from './use-part.ts'

type Module<Props> = { default: ComponentType<Props> }

/**
 * A dialog with code of its own, loaded when the page is idle. Until it is there, a placeholder dialog says that it is loading, or
 * why it cannot be loaded. The page below, with everything typed there, stays.
 *
 * @param load a dynamic `import()` of its module
 * @param options.quiet no placeholder while it is loading, for something that is not a dialog; `for good`: nor if it cannot be loaded
 * @param options.patient quiet, and only loaded when its page is complete and idle: the page works without it
 * @param options.ahead false: loaded when it is shown, for a dialog that few users see, right after an answer of the server
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<Module<Props>>,
  {
    patient = false,
    quiet = patient && 'for good',
    ahead = !patient,
  }: {
    quiet?: boolean | 'for good'
    ahead?: boolean
    patient?: boolean
  } = {},
): ComponentType<Props> {
  const part = createPart(load)
  if (ahead) loadWhenIdle(part)
  return function LazyDialog(props) {
    const state = usePart(part, patient)
    if (state.status === 'here') return <state.content.default {...props} />
    if (quiet === 'for good' || (quiet && state.status === 'loading')) return null
    return <StandIn state={state} onRetry={() => void part.load()} onClose={wayBackOf(props)} />
  }
}

/** The dialog's close or cancel callback. A dialog with neither cannot be dismissed. */
function wayBackOf(props: { onClose?: unknown; onCancel?: unknown }): (() => void) | undefined {
  const close = props.onClose ?? props.onCancel
  return typeof close === 'function' ? () => close() : undefined
}

type StandInProps = {
  state: Exclude<PartState<unknown>, { status: 'here' }>
  onRetry: () => void
  onClose: (() => void) | undefined
}

function StandIn({ state, onRetry, onClose }: StandInProps) {
  const { t } = useI18n()
  const [away, setAway] = useState(false)
  if (away) return null
  const close = onClose ?? (() => setAway(true))
  if (state.status === 'loading') {
    return (
      <Dialog title={t('part.loading')} onClose={close} size="small">
        <div className={styles.loading} role="status" aria-label={t('part.loading')}>
          <Loader size="sm" />
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={t(`part.${state.why}.title`)} role="alertdialog" onClose={close} size="small">
      <p className={styles.lead} role="alert">
        {t(`part.${state.why}`)}
      </p>
      <DialogActions>
        <Button variant="default" onClick={close}>
          {t('action.close')}
        </Button>
        {state.why === 'replaced' ? (
          <Button onClick={() => location.reload()} data-autofocus>
            {t('action.reload')}
          </Button>
        ) : (
          <Button onClick={onRetry} data-autofocus>
            {t('action.retry')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
