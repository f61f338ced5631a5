// Sets the chosen colour scheme, language, direction and shape of the page before the first paint, and preloads its scripts.
// A separate file because the Content-Security-Policy forbids inline scripts, and not a module because modules run after the
// page is drawn.
;(() => {
  const root = document.documentElement
  let scheme = null
  let language = null
  try {
    scheme = localStorage.getItem('placard-colour-scheme')
    language = localStorage.getItem('placard-language')
  } catch {
    // Storage can be switched off; the system's own settings then decide.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // Written by the build: the languages, the file of messages that this document needs, and which are read from right to left.
  const {
    part,
    rtl = [],
    hashes = {},
  } = JSON.parse(document.querySelector('meta[name="placard-words"]')?.content || '{}')
  const tags = Object.keys(hashes)
  const first = (tag) => tag.toLowerCase().split('-')[0]
  const wanted = [language, ...navigator.languages].filter(Boolean)
  const tag = wanted.map((one) => tags.find((known) => first(known) === first(one))).find(Boolean) ?? 'en'
  root.lang = tag
  root.dir = rtl.includes(tag) ? 'rtl' : 'ltr'
  if (tag !== 'en') document.title = 'Placard'
  if (hashes[tag]) {
    const words = fetch(`/assets/words-${tag}-${part}-${hashes[tag]}.json`).then((answer) => {
      if (!answer.ok) throw new Error(`no messages: ${answer.status}`)
      return answer.json()
    })
    window.placardWords = { tag, words }
    // The document is painted in English. Other languages replace its few texts, which are hidden until then.
    words.then(
      (known) => {
        for (const place of document.querySelectorAll('[data-word]')) place.textContent = known[place.dataset.word]
        for (const place of document.querySelectorAll('.first-words')) place.lang = tag
      },
      () => {},
    )
  }
  // Written by the build: the page's shape, and the scripts that it requests after the first one has run.
  const written = document.querySelector('meta[name="placard-pages"]')
  const { shape, scripts } = JSON.parse(written?.content || '{}')[location.pathname] ?? {}
  root.dataset.shape = shape ?? 'none'
  for (const href of scripts ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
})()
