one() { echo one }
two() {echo two | awk '{ print }'}
three() {}
four() {
  for x in {a,b}/{c,d}; do
    [[ $x == (#i)a* ]] && print ${(f)"$(<$x)"}
  done
  if [[ -n $x ]] { print "}" } else { print }
}
print *(#qN.)
five() { print five }
