import { type DisplayKey, PAGES, playerPath, type Rotation, readPath } from '@placard/contract'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { AddressNotes } from '../../../platform/ui/address-notes.tsx'
import { CopyButton } from '../../../platform/ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { ExternalButton } from '../../../platform/ui/external-button.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { publicOrigin } from '../../../platform/ui/public-origin.ts'
import { QrCode } from '../../../platform/ui/qr-code.tsx'
import { Hanging } from './hanging.tsx'
import styles from './show-on-screen.module.css'

const TURNS: readonly Rotation[] = [0, 90, 270, 180]

/** Helps a user in front of a new screen: its address to type, to scan or to send. */
export default function ShowOnScreen({ display, onClose }: { display: DisplayKey; onClose: () => void }) {
  const { t } = useI18n()
  const [rotation, setRotation] = useState<Rotation>(0)
  const path = playerPath(display, rotation)
  const address = publicOrigin() + path
  const scheme = `${new URL(address).protocol}//`
  // Lines break after these characters, not within a word.
  const parts = Array.from(address.slice(scheme.length).matchAll(/[^/?&]+[/?&]*/g))

  return (
    <Dialog title={t('screen-address.title')} onClose={onClose} size="large">
      <p className={styles.lead}>{t('screen-address.lead')}</p>
      <p className={styles.lead}>
        {t('paired.or-pair', { address: `${publicOrigin()}/screen` })}{' '}
        <Link className={styles.read} to={PAGES.screens}>
          {t('paired.see-all')}
        </Link>
      </p>
      <AddressNotes />
      <div className={styles.ways}>
        <output className={styles.address} dir="ltr" aria-label={t('screen-address.address')}>
          <span className={styles.scheme}>{scheme}</span>
          {parts.map(({ 0: part, index }) => (
            <Fragment key={index}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </output>
        <QrCode text={address} label={t('screen-address.qr')} />
      </div>
      <DrawnChoice
        legend={t('screen-address.hangs')}
        hint={t('screen-address.hangs-hint')}
        options={TURNS.map((value) => ({
          value,
          label: t(`screen-address.turn.${value}`),
          drawing: <Hanging rotation={value} />,
        }))}
        value={rotation}
        onChange={setRotation}
      />
      <p className={styles.lead}>
        {t('screen-address.read-lead')}{' '}
        <a className={styles.read} href={readPath(display)} target="_blank" rel="noreferrer">
          {t('screen-address.read')}
        </a>
      </p>
      <DialogActions>
        {/* Uses the host name of this page, which may be the only one that works on this device. */}
        <ExternalButton href={path}>{t('screen-address.open')}</ExternalButton>
        <CopyButton
          text={address}
          copied={t('screens.copied')}
          notCopied={t('screens.not-copied', { address })}
          variant="filled"
        >
          {t('screens.copy')}
        </CopyButton>
      </DialogActions>
    </Dialog>
  )
}
