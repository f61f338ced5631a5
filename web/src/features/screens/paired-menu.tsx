import { ActionIcon, Menu } from '@mantine/core'
import type { Display, OrganisationId, PairedScreen } from '@placard/contract'
import { useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { PencilIcon, SettingsIcon } from '../../ui/icons.tsx'
import { useNotice } from '../../ui/notices.ts'
import EditPaired from './edit-paired.tsx'
import SendElsewhere from './send-elsewhere.tsx'
import { useScreenCommands } from './use-all-screens.ts'

/** What is said at once; the address of another server is asked for first. */
export const SIMPLE_COMMANDS = ['identify', 'reload', 'restart', 'refetch'] as const

type Props = {
  organisationId: OrganisationId
  screen: PairedScreen
  displays: readonly Pick<Display, 'id' | 'name'>[]
  isOwner: boolean
}

/** Everything that can be done with a paired screen. */
export function PairedMenu({ organisationId, screen, displays, isOwner }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const { tell, renew } = useScreenCommands(organisationId)
  const [open, setOpen] = useState<'edit' | 'let-go' | 'elsewhere'>()
  const close = () => setOpen(undefined)
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
      <ActionIcon aria-label={t('paired.edit-of', { name: screen.name })} onClick={() => setOpen('edit')}>
        <PencilIcon size={18} />
      </ActionIcon>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('paired.more-of', { name: screen.name })}>
            <SettingsIcon size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {SIMPLE_COMMANDS.map((kind) => (
            <Menu.Item key={kind} onClick={() => void tell({ kind, screenIds: [screen.id] })}>
              {t(`paired.do.${kind}`)}
            </Menu.Item>
          ))}
          {isOwner && <Menu.Item onClick={() => setOpen('elsewhere')}>{t('paired.do.go-elsewhere')}</Menu.Item>}
          {screen.sentTo !== null && (
            <Menu.Item
              onClick={() =>
                void act(() => call('changePairedScreen', { params, body: { sentTo: null } }), t('paired.called-back'))
              }
            >
              {t('paired.call-back')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => setOpen('let-go')}>
            {t('paired.let-go')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
