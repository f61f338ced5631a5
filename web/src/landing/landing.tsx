import { Bar } from './bar.tsx'
import { Closing } from './closing.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { Reasons } from './reasons.tsx'
import { Services } from './services.tsx'
import { Steps } from './steps.tsx'
import { Still } from './still.tsx'
import { Trial } from './trial.tsx'
import { useMotion } from './use-motion.ts'
import type { Spoken } from './words.ts'

/** R1, rows L */
export function Landing({ t, language, onLanguage }: Spoken) {
  const motion = useMotion()
  return (
    <>
      <Bar t={t} />
      <main id="content" tabIndex={-1}>
        <Hero t={t} motion={motion} />
        <Services t={t} />
        {/* Its first line is in the language of the page. */}
        <Trial key={language} t={t} motion={motion} />
        <Reasons t={t} />
        <Still t={t} />
        <Steps t={t} />
        <Closing t={t} />
      </main>
      <Footer t={t} language={language} onLanguage={onLanguage} />
    </>
  )
}
