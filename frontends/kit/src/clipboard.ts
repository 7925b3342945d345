// On plain HTTP there is no navigator.clipboard: a copy event that we fill ourselves works everywhere.
const copyByEvent = (formats: Readonly<Record<string, string>>): boolean => {
  let filled = false;
  const fill = (event: ClipboardEvent): void => {
    if (!event.clipboardData) return;
    for (const [type, value] of Object.entries(formats)) event.clipboardData.setData(type, value);
    event.preventDefault();
    event.stopImmediatePropagation();
    filled = true;
  };
  document.addEventListener('copy', fill, { capture: true, once: true });
  const ran = document.execCommand('copy');
  document.removeEventListener('copy', fill, { capture: true });
  return ran && filled;
};

/**
 * Copies text from a click or key press. Answers false when the browser refuses; the caller then shows the text
 * selected.
 */
export const copyText = async (text: string): Promise<boolean> => {
  if (navigator.clipboard && window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused by policy or focus: try the other way.
    }
  }
  return copyByEvent({ 'text/plain': text });
};
