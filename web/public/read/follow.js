// Shares what is on the page, and is for whoever wants to hear what changes: off at first, since a page that speaks by itself gets in the way of one who reads.
;(() => {
  const EVERY_MS = 15_000
  const KEY = 'placard-follow'
  const main = document.querySelector('main')
  const said = document.createElement('p')
  said.setAttribute('role', 'status')
  said.className = 'meta'
  const button = document.createElement('button')
  button.type = 'button'
  main.querySelector('.lead').after(button, said)

  let timer
  let spoken = nowShown()

  function nowShown() {
    const entry = document.querySelector('.over') ?? document.querySelector('.entry[data-now]')
    const words =
      entry?.querySelector('h3, .words') ?? entry?.querySelector('[dir=auto]') ?? entry?.querySelector('.meta')
    return words?.textContent ?? ''
  }

  async function look() {
    try {
      const answer = await fetch(location.href, { cache: 'no-cache' })
      if (!answer.ok) return
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const shown = document.querySelector('#shown')
      // Whoever is in the middle of it is not thrown out.
      if (shown.contains(document.activeElement)) return
      shown.replaceWith(document.adoptNode(next.querySelector('#shown')))
      offerToShare()
      main.querySelector('.lead').textContent = next.querySelector('.lead').textContent
      const now = nowShown()
      if (now !== spoken) said.textContent = main.dataset.now + now
      spoken = now
    } catch {
      // Without a network it says what it said.
    }
  }

  function follow(isOn) {
    clearInterval(timer)
    button.setAttribute('aria-pressed', String(isOn))
    button.textContent = isOn ? main.dataset.follows : main.dataset.follow
    if (isOn) timer = setInterval(look, EVERY_MS)
    try {
      if (isOn) sessionStorage.setItem(KEY, '1')
      else sessionStorage.removeItem(KEY)
    } catch {
      // A browser without storage forgets it with the page.
    }
  }

  // Without either, or over plain http, it stays a link to what it stands at.
  const canShare = Boolean(navigator.share ?? navigator.clipboard)
  function offerToShare() {
    if (canShare)
      for (const link of document.querySelectorAll('.tools a[href^="#"]')) link.textContent = main.dataset.share
  }
  main.addEventListener('click', async (event) => {
    const link = event.target.closest('.tools a[href^="#"]')
    if (!link || !canShare) return
    event.preventDefault()
    const entry = link.closest('.entry')
    const title = entry.querySelector('h3, .words')?.textContent.slice(0, 200) ?? document.title
    try {
      if (navigator.share) return await navigator.share({ title, url: link.href })
      await navigator.clipboard.writeText(link.href)
      said.textContent = main.dataset.copied
    } catch (error) {
      // Whoever thinks better of it is left alone; otherwise the address says it.
      if (error.name !== 'AbortError') location.hash = link.hash
    }
  })
  offerToShare()

  let wasOn = false
  try {
    wasOn = sessionStorage.getItem(KEY) === '1'
  } catch {
    // As above.
  }
  button.addEventListener('click', () => follow(button.getAttribute('aria-pressed') !== 'true'))
  follow(wasOn)
  // Kept for when there is no network; over plain http there is no worker.
  navigator.serviceWorker?.register('/read/sw.js', { scope: '/read/' }).catch(() => {})
})()
