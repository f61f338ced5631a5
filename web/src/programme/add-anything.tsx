import { Button, Switch, TextInput } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { z } from 'zod'
import { meantBy } from '../features/content/items/meant-by.ts'
import { type AddressProblem, addressProblemInWords } from '../features/content/items/playing.ts'
import { completeLink } from '../features/content/items/typed-address.ts'
import { FormBody } from '../platform/form/form-body.tsx'
import { useForm } from '../platform/form/use-form.ts'
import { Dialog } from '../platform/ui/dialog.tsx'
import { DropArea } from '../platform/ui/drop-area.tsx'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { StackIcon, TableIcon, WeatherIcon } from '../platform/ui/icons.tsx'
import { URL_FIELD } from '../platform/ui/url-field.ts'
import styles from './add-anything.module.css'
import { WriteNoticeButton } from './add-buttons.tsx'
import type { Brought } from './take-anything.tsx'

type Props = {
  /** Receives files, or the address of something that can be shown. */
  onBring: (one: Brought) => void
  onWriteNotice: () => void
  /** Undefined if playlists cannot be included. */
  onAddPlaylist: (() => void) | undefined
  onClose: () => void
}

/** The complete address of something that can be shown. In this field a host name alone counts as one. */
const Typed = z.object({
  address: z
    .string()
    .transform((typed) => (meantBy(typed, location.origin) ? typed : completeLink(typed)))
    .superRefine((address, { addIssue }) => {
      const meant = meantBy(address, location.origin)
      if (!meant) addIssue({ code: 'custom', message: 'url-not-playable' })
      else if (meant.what === 'nothing') addIssue({ code: 'custom', message: meant.problem })
    }),
})

/** CT1: one dialog for adding anything. The kind is detected afterwards. */
export default function AddAnything({ onBring, onWriteNotice, onAddPlaylist, onClose }: Props) {
  const { t } = useI18n()
  const id = useId()
  const [keepsQuality, setKeepsQuality] = useState(false)

  const takeFiles = (files: readonly File[]) => {
    if (files.length === 0) return
    onClose()
    onBring({ what: 'files', files: [...files], keepsQuality })
  }

  const take = useRef(takeFiles)
  take.current = takeFiles
  // While a dialog is open, the page behind ignores pasted files.
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => take.current([...(clipboardData?.files ?? [])])
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])

  const form = useForm({
    schema: Typed,
    start: () => ({ address: '' }),
    save: async ({ address }) => {
      onClose()
      onBring({ what: 'text', text: address })
    },
    words: ({ code }) =>
      code === 'url-not-playable' || code === 'invalid-field'
        ? t('door.address-wrong')
        : addressProblemInWords(code as AddressProblem, t),
    logAs: 'going on with an address failed',
  })

  return (
    <Dialog title={t('door.title')} onClose={onClose}>
      <DropArea
        id={id}
        label={t('door.choose')}
        hints={[t('door.drop'), t('door.kinds')]}
        data-autofocus
        onPick={takeFiles}
      />
      <Switch
        className={styles.quality ?? ''}
        label={t('door.quality')}
        description={t('door.quality-hint')}
        checked={keepsQuality}
        onChange={(event) => setKeepsQuality(event.currentTarget.checked)}
      />
      <div className={styles.more}>
        <WriteNoticeButton
          onPress={() => {
            onClose()
            onWriteNotice()
          }}
        />
        <Button
          variant="default"
          leftSection={<TableIcon />}
          onClick={() => {
            onClose()
            onBring({ what: 'board' })
          }}
        >
          {t('door.board')}
        </Button>
        <Button
          variant="default"
          leftSection={<WeatherIcon />}
          onClick={() => {
            onClose()
            onBring({ what: 'weather' })
          }}
        >
          {t('items.type.weather')}
        </Button>
      </div>
      <FormBody form={form} className={styles.address}>
        <TextInput
          className={styles.field ?? ''}
          {...URL_FIELD}
          label={t('door.address')}
          description={t('door.address-hint')}
          {...form.field('address')}
        />
        <Button type="submit" variant="default" disabled={form.values.address.trim() === ''}>
          {t('door.go-on')}
        </Button>
      </FormBody>
      {onAddPlaylist && (
        <div className={styles.more}>
          <Button
            variant="default"
            leftSection={<StackIcon />}
            onClick={() => {
              onClose()
              onAddPlaylist()
            }}
          >
            {t('playlists.add')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
