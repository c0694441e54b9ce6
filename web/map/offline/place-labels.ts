// Places labels on a map so that each is whole: inside the view, clear of pins, controls and other labels.

/** A rectangle in pixels from the top left of the map. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** The side of the text that is at the point. */
export type Anchor = 'left' | 'right' | 'top' | 'bottom' | 'center';

export type LabelCandidate = {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Distance of the text from the point, unless it is centred there. */
  gap: number;
  /** In the order in which they are tried. */
  anchors: readonly Anchor[];
};

/** Distance of labels from the edge of the map, and between each other. */
const MARGIN = 6;
const SPACE = 3;

/** Returns the candidates that fit, with their anchors; earlier candidates take precedence. */
export function placeLabels<Label extends LabelCandidate>(
  candidates: readonly Label[],
  view: { width: number; height: number },
  obstacles: readonly Box[],
): { label: Label; anchor: Anchor; box: Box }[] {
  const taken = [...obstacles];
  return candidates.flatMap((label) => {
    for (const anchor of label.anchors) {
      const box = boxOf(label, anchor);
      const isInside =
        box.left >= MARGIN &&
        box.top >= MARGIN &&
        box.right <= view.width - MARGIN &&
        box.bottom <= view.height - MARGIN;
      if (!isInside || taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      return [{ label, anchor, box }];
    }
    return [];
  });
}

/** The text with its point: a mark must not be covered either. */
function boxOf({ x, y, width, height, gap }: LabelCandidate, anchor: Anchor): Box {
  const mark = gap / 2;
  const [left, top] = [x - width / 2, y - height / 2];
  const [right, bottom] = [x + width / 2, y + height / 2];
  if (anchor === 'left') return { left: x - mark, top, right: x + gap + width, bottom };
  if (anchor === 'right') return { left: x - gap - width, top, right: x + mark, bottom };
  if (anchor === 'top') return { left, top: y - mark, right, bottom: y + gap + height };
  if (anchor === 'bottom') return { left, top: y - gap - height, right, bottom: y + mark };
  return { left, top, right, bottom };
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right + SPACE &&
    one.right > other.left - SPACE &&
    one.top < other.bottom + SPACE &&
    one.bottom > other.top - SPACE
  );
}
