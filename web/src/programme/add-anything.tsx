import { Button, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { completeAddress, completeLink, filmTypeOf, webPageAddressOf } from '../features/items/typed-address.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { UploadIcon } from '../ui/icons.tsx'
import styles from './add-anything.module.css'
import { WriteNoticeButton } from './add-buttons.tsx'
import type { Brought } from './take-anything.tsx'

type Props = {
  /** With files, or with the address of something that can be shown. */
  onBring: (one: Brought) => void
  onWriteNotice: () => void
  onClose: () => void
}

/** CT1: one door for whatever somebody has. What it is, is found out behind it. */
export default function AddAnything({ onBring, onWriteNotice, onClose }: Props) {
  const { t } = useI18n()
  const id = useId()
  const [keepsQuality, setKeepsQuality] = useState(false)
  const [address, setAddress] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isOver, setOver] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const takeFiles = (files: readonly File[]) => {
    if (files.length === 0) return
    onClose()
    onBring({ what: 'files', files: [...files], keepsQuality })
  }

  const take = useRef(takeFiles)
  take.current = takeFiles
  // The page behind takes nothing while a dialog is open.
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => take.current([...(clipboardData?.files ?? [])])
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])

  const takeAddress = (event: FormEvent) => {
    event.preventDefault()
    // Here a name alone is meant as an address.
    const whole = filmTypeOf(address) ? completeAddress(address) : webPageAddressOf(completeLink(address))
    if (whole !== undefined) {
      onClose()
      return onBring({ what: 'text', text: whole })
    }
    setWrong(true)
    field.current?.focus()
  }

  return (
    <Dialog title={t('door.title')} onClose={onClose}>
      <div className={styles.zone} data-over={isOver || undefined}>
        <span className={styles.icon}>
          <UploadIcon size={24} />
        </span>
        <label htmlFor={id} className={styles.choose}>
          {t('door.choose')}
        </label>
        <span className={styles.hint}>{t('door.drop')}</span>
        <span className={styles.hint}>{t('door.kinds')}</span>
        <input
          id={id}
          className={styles.input}
          type="file"
          multiple
          data-autofocus
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            const picked = [...(event.currentTarget.files ?? [])]
            event.currentTarget.value = ''
            takeFiles(picked)
          }}
        />
      </div>
      <Switch
        className={styles.quality ?? ''}
        label={t('door.quality')}
        description={t('door.quality-hint')}
        checked={keepsQuality}
        onChange={(event) => setKeepsQuality(event.currentTarget.checked)}
      />
      <form className={styles.address} onSubmit={takeAddress} noValidate>
        <TextInput
          ref={field}
          className={styles.field ?? ''}
          type="url"
          inputMode="url"
          label={t('door.address')}
          description={t('door.address-hint')}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          value={address}
          error={isWrong ? t('door.address-wrong') : undefined}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            setWrong(false)
          }}
        />
        <Button type="submit" variant="default" disabled={address.trim() === ''}>
          {t('door.go-on')}
        </Button>
      </form>
      <div className={styles.more}>
        <WriteNoticeButton
          onPress={() => {
            onClose()
            onWriteNotice()
          }}
        />
      </div>
    </Dialog>
  )
}
