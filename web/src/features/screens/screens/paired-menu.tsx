import { ActionIcon, Button } from '@mantine/core'
import type { Display, OrganisationId, PairedScreen, ScreenId } from '@placard/contract'
import { memo, useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PencilIcon, SettingsIcon } from '../../../platform/ui/icons.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import EditPaired from './edit-paired.tsx'
import styles from './paired-menu.module.css'
import SendElsewhere from './send-elsewhere.tsx'
import { useScreenCommands } from './use-screen-commands.ts'

/** Commands that are sent at once. Sending a screen elsewhere first asks for the address. */
export const SIMPLE_COMMANDS = ['identify', 'reload', 'restart', 'refetch'] as const

type Props = {
  organisationId: OrganisationId
  screen: PairedScreen
  displays: readonly Pick<Display, 'id' | 'name'>[]
  isOwner: boolean
}

/** All actions for a paired screen. */
export function PairedMenu(props: Props) {
  const { id, name } = props.screen
  const [first, setFirst] = useState<FirstOpen>()
  return (
    <>
      <PairedButtons id={id} name={name} onOpen={(_, what) => setFirst(what)} />
      {first && <PairedDialogs {...props} first={first} onClose={() => setFirst(undefined)} />}
    </>
  )
}

export type FirstOpen = 'edit' | 'more'

type ButtonsProps = { id: ScreenId; name: string; onOpen: (id: ScreenId, what: FirstOpen) => void }

/** The buttons that open the dialogs. Memoised, because a list may have a thousand. */
export const PairedButtons = memo(function PairedButtons({ id, name, onOpen }: ButtonsProps) {
  const { t } = useI18n()
  return (
    <>
      <ActionIcon aria-label={t('paired.edit-of', { name })} onClick={() => onOpen(id, 'edit')}>
        <PencilIcon size={18} />
      </ActionIcon>
      <ActionIcon aria-label={t('paired.more-of', { name })} onClick={() => onOpen(id, 'more')}>
        <SettingsIcon size={18} />
      </ActionIcon>
    </>
  )
})

type DialogsProps = Props & { first: FirstOpen; onClose: () => void }

export function PairedDialogs({ organisationId, screen, displays, isOwner, first, onClose: close }: DialogsProps) {
  const { t } = useI18n()
  const notice = useNotice()
  const { tell, renew } = useScreenCommands(organisationId)
  const [open, setOpen] = useState<FirstOpen | 'let-go' | 'elsewhere'>(first)
  const params = { organisationId, screenId: screen.id }

  const act = async (what: () => Promise<unknown>, done: string) => {
    close()
    try {
      await what()
      notice('success', done)
    } catch (error) {
      notice('error', t(`error.${codeOf(error)}`))
    }
    await renew()
  }

  return (
    <>
      {open === 'more' && (
        <Dialog title={screen.name} onClose={close} size="small">
          <ul className={styles.actions}>
            {SIMPLE_COMMANDS.map((kind) => (
              <li key={kind}>
                <Button
                  variant="default"
                  fullWidth
                  onClick={() => {
                    close()
                    void tell({ kind, screenIds: [screen.id] })
                  }}
                >
                  {t(`paired.do.${kind}`)}
                </Button>
              </li>
            ))}
            {isOwner && (
              <li>
                <Button variant="default" fullWidth onClick={() => setOpen('elsewhere')}>
                  {t('paired.do.go-elsewhere')}
                </Button>
              </li>
            )}
            {screen.sentTo !== null && (
              <li>
                <Button
                  variant="default"
                  fullWidth
                  onClick={() =>
                    void act(
                      () => call('changePairedScreen', { params, body: { sentTo: null } }),
                      t('paired.called-back'),
                    )
                  }
                >
                  {t('paired.call-back')}
                </Button>
              </li>
            )}
            <li>
              <Button variant="subtle" color="red" fullWidth onClick={() => setOpen('let-go')}>
                {t('paired.let-go')}
              </Button>
            </li>
          </ul>
        </Dialog>
      )}
      {open === 'edit' && (
        <EditPaired organisationId={organisationId} screen={screen} displays={displays} onClose={close} />
      )}
      {open === 'elsewhere' && <SendElsewhere organisationId={organisationId} screens={[screen]} onClose={close} />}
      {open === 'let-go' && (
        <ConfirmDialog
          question={t('paired.let-go-question')}
          subject={screen.name}
          confirmLabel={t('paired.let-go')}
          onConfirm={() =>
            void act(() => call('letGoScreen', { params }), t('paired.let-go-done', { name: screen.name }))
          }
          onCancel={close}
        />
      )}
    </>
  )
}
