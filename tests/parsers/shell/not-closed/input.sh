sound() { echo; }
open() {
  echo "${x"
}
later() {
  echo later
}
