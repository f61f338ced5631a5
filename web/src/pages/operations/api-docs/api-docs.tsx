import { TextInput } from '@mantine/core'
import { PAGES } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import styles from '../../../features/operations/api-docs/api-docs.module.css'
import { CallEntry } from '../../../features/operations/api-docs/call-entry.tsx'
import { type ApiDocument, callsOf, hasWords } from '../../../features/operations/api-docs/document.ts'
import { Introduction } from '../../../features/operations/api-docs/introduction.tsx'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { RetryBox } from '../../../platform/ui/retry-box.tsx'
import { BrandLink } from '../../../shell/brand-link.tsx'
import page from '../../../shell/page-title.module.css'

/** The documentation of the API, generated from the OpenAPI document. */
export default function ApiDocs() {
  const { t } = useI18n()
  usePageTitle(t('api.title'))
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useSlash(() => field.current?.focus())
  const { data, error, refetch } = useQuery({
    queryKey: ['api-document'],
    queryFn: async ({ signal }) => (await call('getApiDocument', { signal })) as unknown as ApiDocument,
  })
  const found = data ? callsOf(data).filter((one) => hasWords(one, search.trim())) : []
  const groups = (data?.tags ?? []).flatMap(({ name }) => {
    const calls = found.filter(({ tags }) => tags.includes(name))
    return calls.length === 0 ? [] : { name, calls }
  })
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <BrandLink />
        <p className={styles.links}>
          <a href={PAGES.tokens}>{t('api.make-token')}</a> <a href="/api/openapi.json">OpenAPI 3.1</a>
        </p>
      </header>
      <nav className={styles.contents} aria-label={t('api.contents')}>
        <a href="#begin">{t('api.begin')}</a>
        {groups.map(({ name, calls }) => (
          <a key={name} href={`#${name}`}>
            <span lang="en">{name}</span> <small>{calls.length}</small>
          </a>
        ))}
      </nav>
      <main className={styles.main}>
        <div>
          <h1 className={page.title}>{t('api.title')}</h1>
          <p className={styles.lead}>{t('api.lead')}</p>
        </div>
        <TextInput
          ref={field}
          type="search"
          label={t('api.search')}
          description={t('api.search-hint')}
          value={search}
          dir="auto"
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {error && <RetryBox message={t(`error.${codeOf(error)}`)} onRetry={refetch} />}
        <p role="status" className={data && search.trim() !== '' ? styles.lead : styles.unseen}>
          {data && search.trim() !== ''
            ? found.length === 0
              ? t('api.nothing')
              : t('api.found', { count: found.length })
            : ''}
        </p>
        {search.trim() === '' && <Introduction />}
        {groups.map(({ name, calls }) => (
          <section key={name} aria-labelledby={name}>
            <h2 id={name} className={styles.group} lang="en" dir="ltr">
              {name}
            </h2>
            {calls.map((one) => (
              <CallEntry key={one.operationId} call={one} schemas={data?.components.schemas ?? {}} />
            ))}
          </section>
        ))}
      </main>
    </div>
  )
}

/** The slash key focuses the search, except while typing. */
function useSlash(go: () => void): void {
  const newest = useRef(go)
  useEffect(() => {
    newest.current = go
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const writes = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (event.key !== '/' || writes || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      newest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
