import { PAGES, pathOf, TOKEN_CALLS_PER_MINUTE } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './api-docs.module.css'
import { Example } from './example.tsx'

const KEY = { organisationId: 'ORGANISATION_ID', displayId: 'DISPLAY_ID' } as Parameters<typeof pathOf<'createLine'>>[1]

/** The rules for every call: authentication, the format of answers, and rate limits. */
export function Introduction() {
  const { t } = useI18n()
  const list = [`curl '${location.origin}${pathOf('listDisplays', KEY)}'`, "-H 'Authorization: Bearer plc_…'"]
  const add = [
    `curl '${location.origin}${pathOf('createLine', KEY)}'`,
    "-H 'Authorization: Bearer plc_…'",
    "-H 'Content-Type: application/json'",
    `--data '{"text":"Welcome, everybody"}'`,
  ]
  return (
    <section className={styles.introduction} aria-labelledby="begin">
      <h2 id="begin" className={styles.group}>
        {t('api.begin')}
      </h2>
      <p>
        {t('api.begin-token')} <a href={PAGES.tokens}>{t('api.make-token')}</a>
      </p>
      <p>{t('api.begin-list')}</p>
      <Example text={list.join(' \\\n  ')} name={t('api.begin-list')} />
      <p>{t('api.begin-add')}</p>
      <Example text={add.join(' \\\n  ')} name={t('api.begin-add')} />
      <dl className={styles.rules}>
        <dt>{t('api.rule-errors')}</dt>
        <dd>{t('api.rule-errors-text')}</dd>
        <dt>{t('api.rule-revisions')}</dt>
        <dd>{t('api.rule-revisions-text')}</dd>
        <dt>{t('api.rule-repeats')}</dt>
        <dd>{t('api.rule-repeats-text')}</dd>
        <dt>{t('api.rule-limits')}</dt>
        <dd>{t('api.rule-limits-text', { count: TOKEN_CALLS_PER_MINUTE })}</dd>
        <dt>{t('api.rule-stability')}</dt>
        <dd>{t('api.rule-stability-text')}</dd>
      </dl>
    </section>
  )
}
