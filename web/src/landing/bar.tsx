import { useEffect, useRef, useState } from 'react'
import { Logo } from '../platform/ui/brand.tsx'
import styles from './bar.module.css'
import { LINKS } from './links.ts'
import type { Words } from './words.ts'

/** L1. Transparent above the film, with a background of its own above everything else. */
export function Bar({ t }: { t: Words }) {
  const mark = useRef<HTMLDivElement>(null)
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(([entry]) => setScrolled(entry ? !entry.isIntersecting : false))
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div ref={mark} className={styles.mark} />
      <header className={styles.bar} data-scrolled={scrolled}>
        <a className={styles.skip} href="#content">
          {t('page.skip')}
        </a>
        <nav className={styles.row} aria-label={t('nav.label')}>
          <a className={styles.brand} href="/">
            <Logo size={30} />
            {t('product.name')}
          </a>
          <a className={styles.link} href={LINKS.dashboard}>
            {t('nav.home')}
          </a>
        </nav>
      </header>
    </>
  )
}
