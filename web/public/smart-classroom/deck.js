// One slide at a time, by keys, buttons, swipes and address. A classic script: it is small and needs no module.
;(() => {
  const slides = [...document.querySelectorAll('.slide')]
  const root = document.documentElement
  const byId = (id) => document.getElementById(id)
  const previous = byId('previous')
  const next = byId('next')
  const overview = byId('overview')
  const full = byId('full')
  const headingOf = (slide) => slide.querySelector('h1, h2')
  let at = 0
  let choosing = false

  /** The slide in the address, by its id or its number. */
  function placeInAddress() {
    const name = decodeURIComponent(location.hash.slice(1))
    const byName = slides.findIndex((slide) => slide.id === name)
    const index = byName >= 0 ? byName : (Number.parseInt(name, 10) || 1) - 1
    return Math.min(Math.max(index, 0), slides.length - 1)
  }

  /** In the overview, each heading is a link to its slide. */
  function setLink(slide) {
    const heading = headingOf(slide)
    const words = heading.textContent
    if (!choosing) return heading.replaceChildren(words)
    const link = document.createElement('a')
    link.href = `#${slide.id}`
    link.textContent = words
    heading.replaceChildren(link)
  }

  /** The place of the reader: the heading of the slide, or its link. */
  const placeOf = (slide) => slide.querySelector('a') ?? headingOf(slide)

  function draw() {
    slides.forEach((slide, index) => {
      slide.hidden = !choosing && index !== at
      setLink(slide)
      if (choosing && index === at) slide.setAttribute('aria-current', 'true')
      else slide.removeAttribute('aria-current')
    })
    root.classList.toggle('choosing', choosing)
    overview.setAttribute('aria-pressed', String(choosing))
    previous.disabled = at === 0
    next.disabled = at === slides.length - 1
    byId('place').textContent = `${at + 1} / ${slides.length}`
    byId('progress').max = slides.length
    byId('progress').value = at + 1
    document.title = `${headingOf(slides[at]).textContent} · Smart ClassRoom`
  }

  /** @param {number} index @param {boolean} [focus] moves the focus to the slide, so that Tab continues from there */
  function show(index, focus = true) {
    const before = at
    at = Math.min(Math.max(index, 0), slides.length - 1)
    choosing = false
    root.classList.toggle('forward', at > before)
    root.classList.toggle('back', at < before)
    draw()
    slides[at].scrollTop = 0
    history.replaceState(null, '', `#${slides[at].id}`)
    if (at === before) return
    byId('announce').textContent = `Slide ${at + 1} of ${slides.length}: ${headingOf(slides[at]).textContent}`
    const pressed = document.activeElement
    // A button that was pressed keeps the focus, as long as it can be pressed again.
    if (focus && !(pressed instanceof HTMLButtonElement && !pressed.disabled)) headingOf(slides[at]).focus()
  }

  /** Changes from the overview to one slide. */
  function open(index) {
    show(index)
    headingOf(slides[at]).focus()
  }

  function choose(on) {
    choosing = on
    root.classList.remove('forward', 'back')
    draw()
    placeOf(slides[at]).focus()
    if (on) slides[at].scrollIntoView({ block: 'nearest' })
  }

  const MOVES = {
    ArrowRight: () => at + 1,
    ArrowDown: () => at + 1,
    PageDown: () => at + 1,
    ArrowLeft: () => at - 1,
    ArrowUp: () => at - 1,
    PageUp: () => at - 1,
    Home: () => 0,
    End: () => slides.length - 1,
    ' ': () => at + 1,
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const onButton = event.target instanceof HTMLButtonElement
    if (event.key === 'Escape') return choose(!choosing)
    if ((event.key === 'f' || event.key === 'F') && !full.hidden) return toggleFull()
    if (choosing) {
      const index = slides.findIndex((slide) => slide.contains(document.activeElement))
      if (event.key === ' ' && index >= 0) {
        event.preventDefault()
        open(index)
      } else if (MOVES[event.key] && index >= 0) {
        event.preventDefault()
        const step = { Home: -slides.length, End: slides.length }[event.key] ?? (/Right|Down/.test(event.key) ? 1 : -1)
        placeOf(slides[Math.min(Math.max(index + step, 0), slides.length - 1)]).focus()
      }
      return
    }
    if (event.key === ' ' && onButton) return
    const slide = slides[at]
    const scrolls = slide.scrollHeight > slide.clientHeight + 1
    // On a small screen a long slide is scrolled to its end before the next one is shown.
    if (scrolls && event.key === 'ArrowDown' && slide.scrollTop + slide.clientHeight < slide.scrollHeight - 1) return
    if (scrolls && event.key === 'ArrowUp' && slide.scrollTop > 0) return
    const move = event.key === ' ' && event.shiftKey ? () => at - 1 : MOVES[event.key]
    if (!move) return
    event.preventDefault()
    show(move())
  }

  function toggleFull() {
    if (document.fullscreenElement) document.exitFullscreen()
    // Refused if the frame may not do it. Then nothing changes, and no message is needed.
    else root.requestFullscreen().catch(() => {})
  }

  document.addEventListener('keydown', onKey)
  // In a frame, the page around it gets the keys until somebody clicks here. They are used while nothing there has the focus.
  try {
    if (parent !== window) {
      parent.document.addEventListener('keydown', (event) => {
        if (event.target === parent.document.body) onKey(event)
      })
    }
  } catch {
    // Framed by another origin: keys work after a click.
  }

  previous.addEventListener('click', () => show(at - 1))
  next.addEventListener('click', () => show(at + 1))
  overview.addEventListener('click', () => choose(!choosing))
  full.addEventListener('click', toggleFull)
  full.hidden = !document.fullscreenEnabled
  overview.disabled = false
  slides.forEach((slide, index) => {
    slide.addEventListener('click', (event) => {
      if (!choosing) return
      event.preventDefault()
      open(index)
    })
  })
  addEventListener('hashchange', () => show(placeInAddress()))

  let start = null
  document.addEventListener(
    'touchstart',
    ({ touches }) => {
      start = touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : null
    },
    { passive: true },
  )
  // On a touch panel the browser would use a swipe to the previous slide to go back to the previous page. In a frame,
  // `overscroll-behavior` does not prevent that.
  document.addEventListener(
    'touchmove',
    (event) => {
      if (!start || choosing || event.touches.length !== 1) return
      const dx = event.touches[0].clientX - start.x
      const dy = event.touches[0].clientY - start.y
      if (Math.abs(dx) > Math.abs(dy) && event.cancelable) event.preventDefault()
    },
    { passive: false },
  )
  document.addEventListener(
    'touchend',
    ({ changedTouches }) => {
      if (!start || choosing) return
      const dx = changedTouches[0].clientX - start.x
      const dy = changedTouches[0].clientY - start.y
      if (Math.abs(dx) > 48 && Math.abs(dx) > 1.6 * Math.abs(dy)) show(dx < 0 ? at + 1 : at - 1)
      start = null
    },
    { passive: true },
  )

  at = placeInAddress()
  // This comes last: the place on the bar shows that everything above is ready.
  draw()
})()
