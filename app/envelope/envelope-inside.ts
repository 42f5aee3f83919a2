/** An envelope's inside, created only when it is opened, since hardly any of a thousand is. */
const SHADE =
  '<svg class="envelope__part envelope__shade" aria-hidden="true"><use href="#envelope-flap-shade"/></svg>';
const INSIDE =
  '<span class="envelope__lid"><svg class="envelope__part" aria-hidden="true"><use href="#envelope-flap-inside"/></svg>' +
  `${SHADE}</span><span class="envelope__sheet"></span>`;
const PUT_THERE = '.envelope__lid, .envelope__sheet, .envelope__shade';

export function addInside(envelope: HTMLElement): void {
  envelope.querySelector('.envelope__flap')?.insertAdjacentHTML('beforeend', SHADE);
  envelope.querySelector('.envelope__inside')?.insertAdjacentHTML('beforeend', INSIDE);
}

export function removeInside(envelope: HTMLElement): void {
  for (const part of envelope.querySelectorAll(PUT_THERE)) part.remove();
}
