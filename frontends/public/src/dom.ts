type Child = Node | string | null;
type Value = string | boolean | null | ((event: never) => void);

/** Makes an element. Texts are set as texts: nothing that was answered or configured becomes markup. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value as EventListener);
    else if (value === true) element.setAttribute(key, '');
    else if (typeof value === 'string') element.setAttribute(key, value);
  }
  element.append(...children.filter((one) => one !== null));
  return element;
};
