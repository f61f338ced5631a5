import { Button, Skeleton, TextInput } from '@mantine/core'
import {
  Brand,
  contrastOf,
  NO_PICTURE,
  type Notice,
  noticePalette,
  type OrganisationId,
  UpdateBrand,
} from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { brandOf, keepBrand } from '../../../platform/api/brand.ts'
import { call } from '../../../platform/api/call.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CheckIcon } from '../../../platform/ui/icons.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { RetryBox } from '../../../platform/ui/retry-box.tsx'
import type { DrawReplace } from '../items/edit-item.tsx'
import NoticePicture from '../items/notice-picture.tsx'
import styles from './brand-form.module.css'

type Props = { organisationId: OrganisationId; replace: DrawReplace }

/** The form for the organisation's colour and logo. */
export function BrandForm(props: Props) {
  const { t } = useI18n()
  const { data, error, refetch } = useQuery({ ...brandOf(props.organisationId), staleTime: 0 })
  if (data) return <Form {...props} brand={data} />
  if (!error) return <Skeleton radius="lg" height="24rem" />
  return <RetryBox message={t(`error.${codeOf(error)}`)} onRetry={refetch} />
}

/** Clearly different from each other, and none that looks dirty on a large screen. */
const SUGGESTED = ['#1a5fb4', '#0b6e78', '#1e7a46', '#7a3ea8', '#b3261e', '#c2570c', '#e0a800', '#27313d']

function Form({ organisationId, replace, brand }: Props & { brand: Brand }) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [isReplacing, setReplacing] = useState(false)
  const form = useForm({
    schema: UpdateBrand,
    start: () => ({ colour: brand.colour ?? '', logoUrl: brand.logoUrl }),
    bodyOf: ({ colour, logoUrl }) => ({ colour: colourOf(colour), logoUrl }),
    save: async (body) => {
      keepBrand(client, organisationId, await call('updateBrand', { params: { organisationId }, body }))
      notice('success', t('brand.saved'))
    },
    shows: ['colour'],
    logAs: 'saving the brand failed',
  })
  const { colour: typed, logoUrl } = form.values
  const read = Brand.shape.colour.safeParse(colourOf(typed))
  // While an invalid colour is typed, the last valid one stays.
  const [last, setLast] = useState(brand.colour)
  if (read.success && read.data !== last) setLast(read.data)
  const seen = { colour: last, logoUrl }

  return (
    <FormBody form={form} className={styles.form}>
      <section className={styles.card} aria-labelledby="brand-colour">
        <div className={styles.part}>
          <h2 id="brand-colour">{t('brand.colour')}</h2>
          <p className={styles.lead}>{t('brand.colour-lead')}</p>
          <div className={styles.colour}>
            <input
              type="color"
              className={styles.well}
              aria-label={t('brand.choose')}
              value={last ?? NO_COLOUR}
              onChange={({ currentTarget }) => form.change({ colour: currentTarget.value })}
            />
            <TextInput
              className={styles.hex ?? ''}
              label={t('brand.hex')}
              placeholder={NO_COLOUR}
              dir="ltr"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={7}
              {...form.field('colour')}
            />
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a field set is drawn with a frame */}
          <div role="group" aria-label={t('brand.suggested')} className={styles.suggested}>
            {SUGGESTED.map((colour) => (
              <button
                key={colour}
                type="button"
                className={styles.swatch}
                style={{ background: colour }}
                aria-label={t('brand.use', { colour })}
                aria-pressed={colour === last}
                onClick={() => form.change({ colour })}
              />
            ))}
            <Button variant="subtle" size="compact-sm" onClick={() => form.change({ colour: '' })}>
              {t('brand.none')}
            </Button>
          </div>
          {last !== null && <Readable colour={last} />}
        </div>
        <div className={styles.part}>
          <h2>{t('brand.logo')}</h2>
          <p className={styles.lead}>{t('brand.logo-lead')}</p>
          <div className={styles.logo}>
            {logoUrl !== null && <img className={styles.plate} src={logoUrl} alt={t('brand.logo')} />}
            {replace({
              onReplaced: (logoUrl) => form.change({ logoUrl }),
              onBusy: setReplacing,
              ...(logoUrl === null ? { label: t('brand.add-logo') } : {}),
            })}
            {logoUrl !== null && (
              <Button variant="subtle" onClick={() => form.change({ logoUrl: null })}>
                {t('brand.no-logo')}
              </Button>
            )}
          </div>
        </div>
        <Button type="submit" className={styles.save ?? ''} loading={form.isBusy} disabled={isReplacing}>
          {t('action.save')}
        </Button>
      </section>
      <section className={styles.samples} aria-label={t('brand.samples')}>
        {SAMPLES.map((look) => (
          <div key={look} className={styles.sample} role="img" aria-label={t(`notices.look.${look}`)}>
            <NoticePicture notice={sampleOf(look, t)} url={NO_PICTURE} brand={seen} />
          </div>
        ))}
      </section>
    </FormBody>
  )
}

/** Shown in the fields if there is no colour: the product's own. */
const NO_COLOUR = '#0b6e78'

/** Accepts a colour with or without the hash. Empty: no colour. */
function colourOf(typed: string): string | null {
  const colour = typed.trim().toLowerCase()
  if (colour === '') return null
  return colour.startsWith('#') ? colour : `#${colour}`
}

/** Three looks that are clearly different. */
const SAMPLES = ['split', 'poster', 'night'] as const

function sampleOf(look: (typeof SAMPLES)[number], t: ReturnType<typeof useI18n>['t']): Notice {
  return {
    look,
    heading: t('notices.sample-heading'),
    body: t('notices.sample-body'),
    byline: t('brand.sample-byline'),
  }
}

/** Shows that text stays readable on the colour. Players darken the colour if necessary, and only this place says so. */
function Readable({ colour }: { colour: string }) {
  const { t } = useI18n()
  const { panel, heading } = noticePalette('poster', colour)
  const ratio = contrastOf(heading, panel).toFixed(1)
  return (
    <p className={styles.readable} role="status">
      <CheckIcon size={18} />
      {t(panel === colour ? 'brand.readable' : 'brand.darkened', { ratio })}
    </p>
  )
}
