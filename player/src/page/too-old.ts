/**
 * Shows a message instead of a dark screen when the browser cannot read the player's scripts. It is a script of its own
 * for engines without modules, so it uses nothing newer than 2015, and no style sheet.
 */
export function tellTooOld() {
  var id = 'placard-too-old'
  if (document.getElementById(id)) return
  var words = document.createElement('div')
  words.id = id
  words.style.cssText =
    'position:fixed;top:0;left:0;right:0;bottom:0;padding:10% 8%;background:#0b0f16;color:#f5f7fa;font:32px/1.5 sans-serif;text-align:center'
  add(words, 'p', 'The browser of this screen is too old to play this display.')
  add(words, 'p', 'Chromium 64 (2018) or newer is required. Update the device, or connect a newer player.')
  add(words, 'p', 'متصفح هذه الشاشة قديم جدًا ولا يمكنه تشغيل هذا العرض. يلزم إصدار Chromium 64 أو أحدث.').dir = 'rtl'
  document.body.appendChild(words)
}

function add(parent: HTMLElement, tag: string, text: string) {
  var element = document.createElement(tag)
  element.appendChild(document.createTextNode(text))
  return parent.appendChild(element)
}
