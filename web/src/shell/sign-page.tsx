import type { ReactNode, Ref } from 'react'
import { BrandLink } from './brand-link.tsx'
import styles from './sign-page.module.css'

type Props = {
  title: string
  /** For moving the focus to the title. */
  titleRef?: Ref<HTMLHeadingElement>
  /** Shown before the title. */
  above?: ReactNode
  lead: string
  form: ReactNode
  otherWay?: ReactNode
}

/** The frame of the sign-in and sign-up pages: the form on one side, a picture on the other. */
export function SignPage(props: Props) {
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <BrandLink size={32} />
        <div className={styles.form}>
          {props.above}
          <h1 ref={props.titleRef} tabIndex={-1} className={styles.title}>
            {props.title}
          </h1>
          <p className={styles.lead}>{props.lead}</p>
          {props.form}
          {props.otherWay && <p className={styles.other}>{props.otherWay}</p>}
        </div>
      </main>
      <Scene />
    </div>
  )
}

/** A drawing of a hall with a screen on its wall: one picture, one line of text, and their light. */
function Scene() {
  return (
    <div className={styles.scene} aria-hidden="true">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: decoration, hidden with its parent */}
      <svg viewBox="0 60 800 840" preserveAspectRatio="xMidYMid slice" className={styles.drawing}>
        <defs>
          <linearGradient id="wall" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#0a4b53" />
            <stop offset="1" stopColor="#0b6e78" />
          </linearGradient>
          <linearGradient id="sky" x1="0" y1="0" x2="0.4" y2="1">
            <stop offset="0" stopColor="#ffd7a3" />
            <stop offset="0.55" stopColor="#f59f6a" />
            <stop offset="1" stopColor="#d96a5a" />
          </linearGradient>
          <radialGradient id="glow" cx="0.5" cy="0.42" r="0.55">
            <stop offset="0" stopColor="#8fe3e6" stopOpacity="0.5" />
            <stop offset="1" stopColor="#8fe3e6" stopOpacity="0" />
          </radialGradient>
          <linearGradient id="floor" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#07383e" />
            <stop offset="1" stopColor="#052a2f" />
          </linearGradient>
          <clipPath id="picture">
            <rect x="152" y="252" width="496" height="248" rx="6" />
          </clipPath>
        </defs>
        <rect width="800" height="900" fill="url(#wall)" />
        <rect width="800" height="900" fill="url(#glow)" />
        <path d="M0 760h800v140H0z" fill="url(#floor)" />
        <path d="M200 760h400l60 140H140z" fill="#8fe3e6" opacity="0.12" />
        <rect x="140" y="240" width="520" height="312" rx="16" fill="#0c0e10" />
        <g clipPath="url(#picture)">
          <rect x="152" y="252" width="496" height="248" fill="url(#sky)" />
          <circle cx="480" cy="352" r="46" fill="#fff3dc" />
          <path d="M152 470l96-92 70 62 88-104 110 118 70-48 66 60v50H152z" fill="#7c3f56" />
          <path d="M152 500v-26l110-58 96 54 92-42 104 46 94-34v60z" fill="#4a2a45" />
        </g>
        <g fill="#fff">
          <circle cx="172" cy="526" r="5" />
          <rect x="188" y="520" width="150" height="12" rx="6" />
          <circle cx="372" cy="526" r="5" opacity="0.75" />
          <rect x="388" y="520" width="206" height="12" rx="6" opacity="0.75" />
        </g>
        <g fill="#04262b">
          <path d="M64 900c4-92 44-132 104-138v-22c-26-14-40-40-40-72 0-44 28-76 66-76s66 32 66 76c0 32-14 58-40 72v22c60 6 100 46 104 138z" />
          <path d="M332 900c4-76 36-108 86-113v-18c-22-12-33-33-33-60 0-36 23-62 54-62s54 26 54 62c0 27-11 48-33 60v18c50 5 82 37 86 113z" />
          <path d="M524 900c4-98 46-142 112-148v-24c-28-15-43-43-43-77 0-47 30-81 71-81s71 34 71 81c0 34-15 62-43 77v24c66 6 108 50 112 148z" />
        </g>
      </svg>
    </div>
  )
}
