// Runs in each page that `bench -- browser` or a browser test measures.

function entriesOf(type) {
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type, buffered: true });
  const entries = observer.takeRecords();
  observer.disconnect();
  return entries;
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

const textOf = (selector) => document.querySelector(selector)?.textContent;

const interactions = [];
new PerformanceObserver((list) => {
  interactions.push(...list.getEntries().filter(({ interactionId }) => interactionId));
}).observe({ type: 'event', durationThreshold: 16, buffered: true });

addEventListener('click', ({ timeStamp }) => performance.mark('clicked', { startTime: timeStamp }), true);

globalThis.bench = {
  figures: () => ({
    lcp: entriesOf('largest-contentful-paint').at(-1)?.startTime ?? 0,
    cls: sum(entriesOf('layout-shift').map(({ value }) => value)),
    blocked: sum(entriesOf('longtask').map(({ duration }) => duration - 50)),
  }),
  moved: () =>
    entriesOf('layout-shift').flatMap(({ sources }) =>
      sources.map(({ node }) => node?.textContent.slice(0, 80)),
    ),
  calls: () =>
    performance
      .getEntriesByType('resource')
      .filter(({ initiatorType }) => initiatorType === 'fetch')
      .map(({ name, startTime, responseEnd }) => ({ url: name, from: startTime, to: responseEnd })),
  textOf,
  /** @returns {Promise<number>} milliseconds from navigation until the element has another text. */
  shown: (/** @type {string} */ selector, /** @type {string | undefined} */ before) =>
    new Promise((resolve) => {
      const look = () => {
        const text = textOf(selector);
        if (text !== undefined && text !== before) resolve(performance.now());
        else requestAnimationFrame(look);
      };
      look();
    }),
  clickedAt: () => performance.getEntriesByName('clicked').at(-1)?.startTime,
  interactions: () => interactions.map(({ duration }) => duration),
};
