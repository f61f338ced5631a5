import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import {
  CreateToken,
  type Display,
  type OrganisationId,
  pathOf,
  TOKEN_ROLES,
  type TokenCreated,
} from '@placard/contract'
import { type FormEvent, useState } from 'react'
import { ApiError, codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { publicOrigin } from '../../ui/public-origin.ts'
import styles from './tokens.module.css'

const DAYS = [30, 90, 365] as const

type Props = { organisation: { id: OrganisationId }; displays: Display[]; onClose: () => void }

/** Makes a token, then shows its secret, this once. */
export function MakeToken({ organisation, displays, onClose }: Props) {
  const { t } = useI18n()
  const [name, setName] = useState('')
  const [role, setRole] = useState<string>('viewer')
  const [days, setDays] = useState<number>(90)
  const [limit, setLimit] = useState<ReadonlySet<string>>(new Set())
  const [problems, setProblems] = useState<{ name?: string; form?: string }>({})
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<TokenCreated>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = limit.size === 0 ? null : [...limit]
    const wanted = CreateToken.safeParse({ name, role, days, displays: chosen })
    setProblems(wanted.success ? {} : { name: t('error.name-missing') })
    if (!wanted.success) return
    setBusy(true)
    try {
      setMade(await call('createToken', { params: { organisationId: organisation.id }, body: wanted.data }))
    } catch (error) {
      const message = t(`error.${codeOf(error)}`)
      setProblems(error instanceof ApiError && error.field === 'name' ? { name: message } : { form: message })
    } finally {
      setBusy(false)
    }
  }

  if (made) return <Secret made={made} organisationId={organisation.id} onClose={onClose} />
  return (
    <Dialog title={t('tokens.make')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {problems.form && <ErrorBox message={problems.form} />}
        <TextInput
          name="name"
          label={t('tokens.name')}
          description={t('tokens.name-hint')}
          dir="auto"
          maxLength={200}
          value={name}
          error={problems.name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <NativeSelect
          label={t('tokens.role')}
          value={role}
          data={TOKEN_ROLES.map((value) => ({ value, label: t(`tokens.role.${value}`) }))}
          onChange={(event) => setRole(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('tokens.days')}
          value={String(days)}
          data={DAYS.map((value) => ({ value: String(value), label: t('tokens.days-of', { count: value }) }))}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
        {displays.length > 1 && (
          <Checkbox.Group
            label={t('tokens.limit')}
            description={t('tokens.limit-hint')}
            value={[...limit]}
            onChange={(ids) => setLimit(new Set(ids))}
          >
            <div className={styles.limit}>
              {displays.map((display) => (
                <Checkbox key={display.id} value={display.id} label={<bdi>{display.name}</bdi>} />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('tokens.make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type SecretProps = { made: TokenCreated; organisationId: OrganisationId; onClose: () => void }

function Secret({ made, organisationId, onClose }: SecretProps) {
  const { t } = useI18n()
  const address = publicOrigin() + pathOf('listDisplays', { organisationId })
  return (
    <Dialog title={t('tokens.secret')} onClose={onClose} closable={false}>
      <p className={styles.lead}>{t('tokens.secret-lead')}</p>
      <code className={styles.secret} dir="ltr">
        {made.secret}
      </code>
      <p className={styles.lead}>{t('tokens.try')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.example} dir="ltr" tabIndex={0}>
        {`curl '${address}' \\\n  -H 'Authorization: Bearer ${made.secret}'`}
      </pre>
      <DialogActions>
        <CopyButton text={made.secret} copied={t('tokens.copied')} notCopied={t('tokens.not-copied')} data-autofocus>
          {t('tokens.copy')}
        </CopyButton>
        <Button onClick={onClose}>{t('tokens.kept')}</Button>
      </DialogActions>
    </Dialog>
  )
}
