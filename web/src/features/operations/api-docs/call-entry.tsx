import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './api-docs.module.css'
import { curlOf } from './curl.ts'
import { type ApiCall, type ApiDocument, takesToken } from './document.ts'
import { Example } from './example.tsx'
import { Bodies } from './schema-tree.tsx'

type Props = { call: ApiCall; schemas: ApiDocument['components']['schemas'] }

/** One call. It is also opened by its own address (`#createLine`). */
export function CallEntry({ call, schemas }: Props) {
  const [open, setOpen] = useState(() => location.hash === `#${call.operationId}`)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const look = () => {
      if (location.hash !== `#${call.operationId}`) return
      setOpen(true)
      details.current?.scrollIntoView()
      details.current?.querySelector('summary')?.focus({ preventScroll: true })
    }
    look()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [call.operationId])
  return (
    <details
      ref={details}
      id={call.operationId}
      className={styles.call}
      lang="en"
      dir="ltr"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={styles.method} data-method={call.method}>
          {call.method}
        </span>
        <code>{call.path}</code>
        <small className={styles.sentence}>{call.summary}</small>
      </summary>
      {open && <Details call={call} schemas={schemas} />}
    </details>
  )
}

function Details({ call, schemas }: Props) {
  const { t, language } = useI18n()
  /** The document is in English; the text around it is in the user's language. */
  const said = (words: string) => <span lang={language}>{words}</span>
  const failures = call.answers.filter(({ status }) => Number(status) >= 400)
  return (
    <div className={styles.details}>
      <p>
        {said(t('api.needs'))} <code>{call['x-access']}</code>
        {takesToken(call) && <> · {said(t('api.by-token'))}</>}
        {' · '}
        <a href={`#${call.operationId}`}>{said(t('api.address'))}</a>
      </p>
      <Example text={curlOf(call, location.origin)} name={`${t('api.example')}: ${call.operationId}`} />
      {call.parameters.length > 0 && (
        <>
          <h4>{said(t('api.parameters'))}</h4>
          <ul className={styles.tree}>
            {call.parameters.map((one) => (
              <li key={`${one.in} ${one.name}`}>
                <code>{one.name}</code> <small>{`${one.in}${one.required ? '' : ', optional'}`}</small>{' '}
                {one.description}
              </li>
            ))}
          </ul>
        </>
      )}
      <Bodies heading={said(t('api.body'))} content={call.requestBody?.content} schemas={schemas} />
      {call.answers
        .filter(({ status }) => Number(status) < 400)
        .map(({ status, content, description }) =>
          content ? (
            <Bodies key={status} heading={said(`${t('api.answer')} ${status}`)} content={content} schemas={schemas} />
          ) : (
            <p key={status}>
              {said(t('api.answer'))} <code>{status}</code> {description}
            </p>
          ),
        )}
      <h4>{said(t('api.errors'))}</h4>
      <ul className={styles.tree}>
        {failures.map(({ status, description }) => (
          <li key={status}>
            <code>{status}</code> {description}
          </li>
        ))}
      </ul>
    </div>
  )
}
